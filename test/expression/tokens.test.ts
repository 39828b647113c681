// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of the expressions under test
import { type Token as AcornToken, parseExpressionAt, tokTypes } from 'acorn';
import { expect, test } from 'vitest';
import { Lexer, type Token } from '../../server/expression/tokens';
import { EXPRESSIONS } from './samples';

/** All tokens of the text except comments. */
function significantTokens(text: string): Token[] {
  const lexer = new Lexer(text);
  const tokens: Token[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token.kind !== 'comment') tokens.push(token);
  }
  return tokens;
}

const TEMPLATE_PARTS = new Set([tokTypes.template, tokTypes.backQuote, tokTypes.dollarBraceL]);

/** The tokens of the parser, except those of template literals, which it splits differently. */
function reference(text: string): string[] {
  const tokens: AcornToken[] = [];
  parseExpressionAt(text, 0, { ecmaVersion: 'latest', onToken: tokens });
  return tokens
    .filter(
      ({ type, start }) =>
        !TEMPLATE_PARTS.has(type) && !(type === tokTypes.braceR && substitution(text, start)),
    )
    .map(({ start, end }) => text.slice(start, end));
}

function substitution(text: string, at: number): boolean {
  return significantTokens(text).some(({ kind, start }) => kind === 'template' && start === at);
}

test.each(EXPRESSIONS)('splits %j into the tokens of the parser', (text) => {
  const own = significantTokens(text)
    .filter(({ kind }) => kind !== 'template')
    .map(({ start, end }) => text.slice(start, end));
  // For the parser, a private name is one token.
  expect(own.join('·').replaceAll('#·', '#')).toBe(reference(text).join('·'));
});

/** The brackets open at the end of a text, and whether it ends in a complete operand. */
test.each<[string, string, boolean]>([
  ['', '', false],
  ['f(a, [b', '( [', true],
  ['f(a])', '', true],
  ['{ a: (1 }', '', true],
  ['{ a: [(1 } )', '', true],
  ['x => { if (a', '{ (', true],
  ['x => { if (a)', '{', false],
  ['`${a', '${', true],
  ['`${ (a } b', '', true],
  ['`${ {a: 1} ', '${', true],
  ['/\\\n(', '(', false],
  ['a)', '', true],
  ['a}', '', true],
  ['a +', '', false],
  ['typeof', '', false],
  ['a.typeof', '', true],
])('%j leaves %j open', (text, open, operand) => {
  const lexer = new Lexer(text);
  while (lexer.next() !== undefined);
  expect(lexer.brackets.map(({ opener }) => opener).join(' ')).toBe(open);
  expect(lexer.operand).toBe(operand);
});

test.each(['1', "'", '\\', 'a', 'é', '😀', '((', '//', '/*', '`${', '"a\\', ' ', '}', '.', 'a.b?.'])(
  'a long run of %j',
  (pattern) => {
    const text = pattern.repeat(250_000 / pattern.length);
    expect(significantTokens(text).at(-1)?.end ?? text.length).toBeLessThanOrEqual(text.length);
  },
);
