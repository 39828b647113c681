import { createContext, Script } from 'node:vm';
import type { Node } from 'acorn';
import { expect, it } from 'vitest';
import { parseSource, SOURCES } from './sources';

/** No regular expression of the server is slow on any text. */

interface Found {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

function* patternsIn(node: unknown): Generator<Omit<Found, 'path'>> {
  if (typeof node !== 'object' || node === null) return;
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  if (regex !== undefined) yield { source: regex.pattern, flags: regex.flags };
  for (const value of Object.values(node as Node)) yield* patternsIn(value);
}

const PATTERNS: readonly Found[] = SOURCES.flatMap(([path, text]) => {
  const { tree } = parseSource(text);
  return Array.from(patternsIn(tree), (found) => ({ path, ...found }));
});

/** So long that exponential time takes minutes, and anything else almost no time. */
const LENGTH = 36;
/** In milliseconds. */
const LIMIT = 3000;

/** So long that quadratic time takes seconds, and anything else almost no time. */
const LONG = 60_000;
/** In milliseconds. */
const SOON = 600;

/** Patterns that may match from several starts, but are only applied to some lines of a text. */
const SEE_LITTLE: ReadonlySet<string> = new Set(['features/plain-line.ts']);

/** Characters of a pattern, including one for each of its classes. */
function charactersOf(source: string): readonly string[] {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\(\?<?[=!:]|\{\d+,?\d*\}/gi, '');
  const classes = plain.replace(/\\[sSwWdDbB]/g, ' a0');
  return [
    ...new Set([
      ...classes
        .replace(/\\n/g, '\n')
        .replace(/\\t/g, '\t')
        .replace(/[\\^$|?*+]/g, ''),
    ]),
  ];
}

/** Short pieces whose repetition starts the pattern many times. */
function piecesFor(source: string): readonly string[] {
  const own = charactersOf(source).slice(0, 12);
  const pairs = own.flatMap((one) =>
    own.slice(0, 4).flatMap((other) => (one === other ? [] : [one + other])),
  );
  return [...new Set([...own, ...pairs.slice(0, 20), ' ', '\n', 'a', ' \n'])];
}

/** Ends of texts that make a pattern fail after a long match, or match only at the end. */
const ENDS = ['\u0001', 'y z', 'a a\u0001'];

const SEARCH = new Script('for (const text of texts) { pattern.lastIndex = 0; pattern.exec(text); }');
const given: { pattern: RegExp; texts: readonly string[] } = { pattern: /a/, texts: [] };
const CONTEXT = createContext(given);

function isDoneInTime(pattern: RegExp, texts: readonly string[], timeout: number): boolean {
  Object.assign(given, { pattern, texts });
  try {
    SEARCH.runInContext(CONTEXT, { timeout });
    return true;
  } catch {
    return false;
  }
}

/** The first text for which a pattern exceeds a time in milliseconds; undefined if there is none. */
function endlessOn({ source, flags }: Found, length: number, timeout: number): string | undefined {
  const pattern = new RegExp(source, flags);
  const texts = piecesFor(source).flatMap((piece) => {
    const run = piece.repeat(length / piece.length);
    return ENDS.map((end) => run + end);
  });
  // Checked for all texts together first; for each text separately only if all together take longer.
  if (isDoneInTime(pattern, texts, timeout)) return undefined;
  return texts.find((text) => !isDoneInTime(pattern, [text], timeout))?.slice(0, 20);
}

it('no regular expression takes exponential time', { timeout: 600_000 }, () => {
  expect(PATTERNS.length).toBeGreaterThan(100);
  const endless = PATTERNS.flatMap((one) => {
    const text = endlessOn(one, LENGTH, LIMIT);
    return text === undefined ? [] : [`${one.path}: /${one.source}/${one.flags} on ${JSON.stringify(text)}`];
  });
  expect(endless).toEqual([]);
});

it('no regular expression takes quadratic time', { timeout: 600_000 }, () => {
  const slow = PATTERNS.filter(({ path }) => !SEE_LITTLE.has(path)).flatMap((one) => {
    const text = endlessOn(one, LONG, SOON);
    return text === undefined ? [] : [`${one.path}: /${one.source}/${one.flags} on ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
});
