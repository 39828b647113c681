// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of the expressions under test
import { describe, expect, test } from 'vitest';
import { MAX_EXPRESSION_LENGTH, parseExpression } from '../../server/expression/parse';
import { inEnglish } from '../support/english';
import { EXPRESSIONS } from './samples';

describe('valid expressions', () => {
  const more = [
    'context.x = 0',
    'context.x += 1',
    'a, b',
    '(function () { return 1 })()',
    'function () {}',
    'undefined',
    'None',
    'True',
    'and',
    'let',
    '\r\n a \r\n',
    '/* before */ a // after',
    '(a) /* after */',
    '((a))',
  ];
  test.each([...EXPRESSIONS, ...more])('%j', (body) => {
    const { ast, problem, empty } = parseExpression(body);
    expect(problem).toBeUndefined();
    expect(empty).toBe(false);
    expect(body.slice(ast?.start, ast?.end).length).toBeGreaterThan(0);
  });
});

test.each(['', ' ', '\r\n\t', '\u00a0', '/* a */', '// a', ' /* a */ // b\n'])('empty: %j', (body) => {
  expect(parseExpression(body)).toEqual({ ast: undefined, problem: undefined, empty: true });
});

/** The body with the problem's range in `«»`, and a part of the message. */
describe('syntax errors and their ranges', () => {
  const table: readonly (readonly [string, RegExp])[] = [
    // More than one expression.
    ['a «b»', /Unexpected `b`.*Expected an operator/],
    ['a«;» b', /single expression between the braces, not statements/],
    ['a«;»', /single expression between the braces, not statements/],
    ['a «"b"»', /Unexpected `"b"`/],
    ['(a) «(=>)»'.replace('(=>)', '=>'), /`=>`/],
    ['a, b «c»', /Unexpected `c`/],
    ['x => {} «(»)', /Unexpected `\(`/],
    ["'it'«s»'", /after a string.*`\\'`/],
    ['a«:» b', /`:` without a `\?`/],
    ['a ? b : c «:» d', /`:` without a `\?`/],
    // Statements.
    ['«if» (a) b', /`if` starts a statement.*`condition \? a : b`/],
    ['«return» a', /omit `return`/],
    ['«const» a = 1', /starts a statement.*call a function/],
    ['«let» a = 1', /starts a statement.*call a function/],
    ['«var» a', /starts a statement/],
    ['«for» (;;) {}', /starts a statement.*\.map\(\)/],
    ['«throw» a', /starts a statement/],
    ['«import» a from "b"', /starts a statement/],
    ['x => «return» x', /braces around the body/],
    // Other languages.
    ['a «and» b', /Write `&&`/],
    ['a «or» b', /Write `\|\|`/],
    ['a «is» b', /Write `===`/],
    ['a «not» in b', /Write `!`/],
    ['«not» a', /In JavaScript, write `!`/],
    ['a «if» b else c', /Write `condition \? a : b`/],
    ['[x «for» x in y]', /\.map\(\)/],
    ['«lambda» x: x', /x => y/],
    ['f(a «and» b)', /Write `&&`/],
    ['a «#» comment', /`#` does not start a comment/],
    ['«“»a”', /typographic quote `“`/],
    ['a«，»b', /full-width `，`. Expected `,`/],
    // Something is missing at the end.
    ['a «+»', /Expected a value after `\+`/],
    ['a «+»  ', /Expected a value after `\+`/],
    ['a «+» /* b */ // c', /Expected a value after `\+`/],
    ['a«.»', /Expected a property name after `\.`/],
    ['a«?.» ', /Expected a property name after `\?\.`/],
    ['f(«a»', /`\(` is not closed. Expected `\)`/],
    ['a«[»', /`\[` is not closed. Expected `\]`/],
    ['{a: «1»', /`\{` is not closed. Expected `\}`/],
    ['x => «{»', /`\{` is not closed/],
    ['`${«a»', /`\$\{` is not closed. Expected `\}`/],
    ['f(a, «{»', /`\{` is not closed/],
    ['a ? «b»', /Expected `a : b`/],
    ['a ? b «:»', /Expected a value after `:`/],
    ["«'abc»", /string is not closed. Expected `'`/],
    ["«'abc»\n'", /string contains a line break/],
    ['a + «`b»', /template literal is not closed/],
    ['«/* a»', /comment is not closed/],
    ['a «/* b»', /comment is not closed/],
    ['«/ab»', /regular expression/],
    // Too much, or in the wrong place.
    ['a«)»', /`\)` has no matching opening bracket/],
    ['a«}»', /`}` has no matching opening bracket/],
    ['(a«]»', /Unexpected `\]` while `\(` is open. Expected `\)`/],
    ['f(a «b»)', /Unexpected `b`. Expected an operator, `,` or `\)`/],
    ['[a «b»]', /`,` or `\]`/],
    ['{a: 1 «b»: 2}', /`,` or `}`/],
    ['{«{»a}}', /Unexpected `{`.*after `{`/],
    ['a + «*» b', /Unexpected `\*`. Expected a value after `\+`/],
    ['f(+«)»', /Unexpected `\)`. Expected a value/],
    ['a.«.»b', /Expected a property name after `\.`/],
    ['«=» a', /Unexpected `=`. Expected a value/],
    ['«f»() = 1', /assigned to/],
    ['«a» === b = c', /assigned to/],
    ['{a «=» 1}', /Expected `:`/],
    ['a ?? b «||» c', /without parentheses/],
    ['new a«?.»b()', /`\?\.` is not allowed here/],
    ['1«a»', /after a number/],
    ['«1_»', /`1_` is not a valid number/],
    ['«0x»', /`0x` is not a valid number/],
    ['«"\\u{zz}"»', /escape/],
    ['a + «\\»n', /only inside quotes/],
    ['«/(/»', /Invalid regular expression: unterminated group/],
    ['«/a/gg»', /flags/],
    ['(a, «a») => 1', /`a` is defined twice/],
    ['x => { let a; let «a» }', /`a` is defined twice/],
    ['«enum»', /reserved word/],
    ['«class»', /`class` is a reserved word of JavaScript and cannot/],
    ["«class» === 'a'", /`class` is a reserved word/],
    ['f(«class».length)', /`class` is a reserved word/],
    ['`${«default»}`', /`default` is a reserved word/],
    ["'a' + «new»", /`new` is a reserved word/],
    ['a + «super»', /`super` is a reserved word/],
    ['class A «[»', /`\[`/],
    ['new («)»', /Unexpected `\)`/],
    ['a.«#»b', /private name/],
    ['x => { «break» }', /`break`/],
    ['«await» a', /only inside `async` functions/],
    // Offsets count UTF-16 code units.
    ['"😀" «b»', /Unexpected `b`/],
    ['a\r\n+\r\n«*» b', /Unexpected `\*`/],
    ['a «\ud83d»', /U\+D83D/],
    ['a«\0»', /U\+0000/],
    ['a «"0123456789012345678901234567890123456789"»', /Unexpected `"01234567890123456789012345678…`/],
  ];
  test.each(table)('%j: %s', (source, message) => {
    const start = source.indexOf('«');
    const body = source.replace('«', '').replace('»', '');
    const { ast, problem, empty } = parseExpression(body);
    expect(ast).toBeUndefined();
    expect(empty).toBe(false);
    expect(inEnglish(problem?.message)).toMatch(message);
    expect(`${body.slice(0, problem?.start)}«${body.slice(problem?.start, problem?.end)}»`).toBe(
      source.slice(0, source.indexOf('»') + 1),
    );
    expect(problem).toMatchObject({ kind: 'syntax', start });
  });
});

describe('text over the limits', () => {
  const table: readonly (readonly [string, string])[] = [
    ['length', `"${'a'.repeat(MAX_EXPRESSION_LENGTH)}"`],
    ['parentheses', `${'('.repeat(90_000)}a${')'.repeat(90_000)}`],
    ['arrows', `${'a=>'.repeat(60_000)}a`],
    ['open brackets', '['.repeat(190_000)],
    ['template literals', '`${'.repeat(60_000)],
  ];
  test.each(table)('%s', (_, body) => {
    const { ast, problem } = parseExpression(body);
    expect(ast).toBeUndefined();
    expect(problem).toMatchObject({ kind: 'limit', start: 0, end: body.length });
  });
  test('parses a long list', () => {
    expect(parseExpression(`[${'1,'.repeat(99_000)}1]`).ast?.type).toBe('ArrayExpression');
  });
});
