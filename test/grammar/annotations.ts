import type { GrammarToken } from './engine';

/**
 * The fixtures: a line of the text begins with `|`. A line of carets below it names the expected scopes of each character
 * above the carets, outermost first. The last one must be the innermost scope of the token.
 * Scopes match as in a theme: `string.quoted` also means `string.quoted.single.yaml`. A scope with a `!` must
 * not occur on the token. Lines that begin with `#` are comments.
 */
export interface Expectation {
  /** In the fixture, from 1. */
  readonly fixtureLine: number;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly scopes: readonly string[];
  readonly absent: readonly string[];
}

export interface GrammarFixture {
  readonly text: string;
  readonly expectations: readonly Expectation[];
}

/** @throws on a line of another kind, and on carets without text above them or a scope after them */
export function parseGrammarFixture(source: string): GrammarFixture {
  const lines: string[] = [];
  const expectations: Expectation[] = [];
  for (const [index, content] of source.split('\n').entries()) {
    const fixtureLine = index + 1;
    if (content.startsWith('|')) lines.push(content.slice(1));
    else if (content.trim() !== '' && !content.startsWith('#')) {
      const match = /^ ( *)(\^+) (.+)$/.exec(content);
      const [, indent = '', carets = '', words = ''] = match ?? [];
      const names = words.split(/ +/);
      const above = lines.at(-1) ?? '';
      if (!match || indent.length + carets.length > above.length)
        throw new Error(`fixture line ${fixtureLine}`);
      expectations.push({
        fixtureLine,
        line: lines.length - 1,
        start: indent.length,
        end: indent.length + carets.length,
        scopes: names.filter((name) => !name.startsWith('!')),
        absent: names.filter((name) => name.startsWith('!')).map((name) => name.slice(1)),
      });
    }
  }
  return { text: lines.join('\n'), expectations };
}

function covers(expected: string, scope: string): boolean {
  return scope === expected || scope.startsWith(`${expected}.`);
}

function holds(expectation: Expectation, scopes: readonly string[]): boolean {
  let next = 0;
  for (const scope of scopes) {
    const expected = expectation.scopes[next];
    if (expected !== undefined && covers(expected, scope)) next += 1;
  }
  const innermost = expectation.scopes.at(-1);
  return (
    next === expectation.scopes.length &&
    (innermost === undefined || covers(innermost, scopes.at(-1) ?? '')) &&
    !expectation.absent.some((name) => scopes.some((scope) => covers(name, scope)))
  );
}

/** The differences from the expectations, one per line; empty if there are none. */
export function failures(fixture: GrammarFixture, tokens: readonly GrammarToken[]): readonly string[] {
  return fixture.expectations.flatMap((expectation) =>
    tokens
      .filter(
        (token) =>
          token.line === expectation.line && token.start < expectation.end && token.end > expectation.start,
      )
      .filter((token) => !holds(expectation, token.scopes))
      .map(
        (token) =>
          `line ${expectation.fixtureLine}: ${JSON.stringify(token.text)} is ${token.scopes.join(' ')}`,
      ),
  );
}
