// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of the expressions under test
import { describe, expect, test } from 'vitest';
import { localNamesAt, pathAt } from '../../server/expression/completion-path';
import { EXPRESSIONS, takeCursorMark } from './samples';

/** `context.us` for a path, `?.us` for an unknown base, with the replaced text in brackets after it. */
function show(source: string): string {
  const { text, cursor } = takeCursorMark(source);
  const path = pathAt(text, cursor);
  if (path === undefined) return 'nothing';
  const { base, prefix, replace, quote, optional } = path;
  const start = base === undefined ? '*.' : base.map((name) => `${name}.`).join('');
  const flags = `${quote ?? ''}${optional ? '?' : ''}`;
  expect(text.slice(replace.start, cursor)).toBe(prefix);
  return `${start}${prefix} [${text.slice(replace.start, replace.end)}]${flags}`;
}

describe('names and members', () => {
  const table: readonly (readonly [string, string])[] = [
    ['¦', ' []'],
    ['  ¦  ', ' []'],
    ['con¦', 'con [con]'],
    ['con¦text', 'con [context]'],
    ['¦context', ' [context]'],
    [' con¦ ', 'con [con]'],
    ['context.¦', 'context. []'],
    ['context.qu¦', 'context.qu [qu]'],
    ['context.qu¦estions', 'context.qu [questions]'],
    ['context.¦questions.length', 'context. [questions]'],
    ['context¦.questions', 'context [context]'],
    ['context.questions.ti¦', 'context.questions.ti [ti]'],
    ['context . \r\n qu¦', 'context.qu [qu]'],
    ['context./* note */qu¦', 'context.qu [qu]'],
    ['context?.qu¦', 'context.qu [qu]?'],
    ['context?.a.qu¦', 'context.a.qu [qu]'],
    ['context?.¦', 'context. []?'],
    ['context.if¦', 'context.if [if]'],
    ['context.default.na¦', 'context.default.na [na]'],
    ['[...context.mem¦', 'context.mem [mem]'],
    ['[...con¦', 'con [con]'],
    ['a ? b.¦', 'b. []'],
    ['a ? b : c.d¦', 'c.d [d]'],
    ['a?.5:b¦', 'b [b]'],
    ['`hello ${context.¦', 'context. []'],
    ['`hello ${context.¦}`', 'context. []'],
    ['`hello ${¦}`', ' []'],
    ['`hello ${¦', ' []'],
    ['`${a} ${b.¦} c`', 'b. []'],
    ['f(context.¦)', 'context. []'],
    ['f(a, ¦)', ' []'],
    ['!context.¦', 'context. []'],
    ['a + ¦', ' []'],
    ['a +¦', ' []'],
    ['a + b¦', 'b [b]'],
    ['a ¦b', ' [b]'],
    ['typeof ¦', ' []'],
    ['typeof context.¦', 'context. []'],
    ['a => ¦', ' []'],
    ['a => { ¦', ' []'],
    ['a => { return ¦ }', ' []'],
    ['a => { const b = c.¦ }', 'c. []'],
    ['a => { if (b) { c } d¦ }', 'd [d]'],
    ['{ key: ¦', ' []'],
    ['{ key: context.¦', 'context. []'],
    ['{ key: 1, rep¦', 'rep [rep]'],
    ['{ rep¦ }', 'rep [rep]'],
    ['{ rep¦, a }', 'rep [rep]'],
    ['{ [¦', ' []'],
    ['{ ...con¦ }', 'con [con]'],
    ['a["b"].c¦', 'a.b.c [c]'],
    ["a['b c'][`d`].¦", 'a.b c.d. []'],
    ['a?.["b"].c¦', 'a.b.c [c]'],
    ['x.a["b"].¦', 'x.a.b. []'],
    ['a[context.¦', 'context. []'],
    ['a[context.¦]', 'context. []'],
    ['a[¦]', ' []'],
    ['a["x"][¦', ' []'],
    ['"😀" + größe.变¦量', 'größe.变 [变量]'],
    ['a.b.¦}}', 'a.b. []'],
    ['a / b.¦', 'b. []'],
    ['/x/.test(b.¦)', 'b. []'],
    ['undefined.¦', 'undefined. []'],
    // The object of the member is only known at run time.
    ['f(x).¦', '*. []'],
    ['f(x).le¦', '*.le [le]'],
    ['a[0].¦', '*. []'],
    ['a[b].c.d¦', '*.d [d]'],
    ['a[`${b}`].¦', '*. []'],
    ['a["\\x62"].¦', '*. []'],
    ['(a || b).¦', '*. []'],
    ['"text".¦', '*. []'],
    ['`text`.¦', '*. []'],
    ['[1].¦', '*. []'],
    ['["a"].¦', '*. []'],
    ['return ["a"].¦', '*. []'],
    ['this.¦', '*. []'],
    ['/x/.¦', '*. []'],
    ['a.#b.¦', '*. []'],
    ['.¦', '*. []'],
    // Keys in quotes.
    ['context["¦"]', 'context. []"'],
    ['context["na¦"]', 'context.na [na]"'],
    ['context["na¦me"]', 'context.na [name]"'],
    ['context["¦first name"]', 'context. [first name]"'],
    ["context['na¦']", "context.na [na]'"],
    ['context[`na¦`]', 'context.na [na]`'],
    ['context["na¦', 'context.na [na]"'],
    ['context["na¦]', 'context.na [na]"'],
    ['context["na¦] + x["b"]', 'context.na [na]"'],
    ['context["¦] + x', 'context. []"'],
    ['context?.["na¦"]', 'context.na [na]"?'],
    ['context.a["b"]["na¦"]', 'context.a.b.na [na]"'],
    ['f()["na¦"]', '*.na [na]"'],
    ['[a, context["na¦"]]', 'context.na [na]"'],
  ];
  test.each(table)('%s', (source, expected) => {
    expect(show(source)).toBe(expected);
  });
});

describe('places without completion', () => {
  test.each([
    '"a¦"',
    '"a¦',
    "'¦'",
    '`a¦`',
    '`${a} b¦`',
    '`${a} b¦',
    '["a¦"]',
    '[a, "b¦"]',
    'f("a¦")',
    'a["b" + "c¦"]',
    'a[`${b}c¦`]',
    '// a¦',
    '/* a¦ */',
    '/* a¦',
    '1¦',
    '1.¦',
    '0x1F¦',
    '1e¦',
    '/a¦/',
    '/a/g¦',
    'a ¦',
    'a¦ '.replace('¦ ', ' ¦'),
    'f() ¦',
    '"a"¦',
    '[1]¦',
    'a =¦> b',
    '{ ¦',
    '{ ¦ }',
    '{ a: 1, ¦',
    '{ ke¦: 1 }',
    '{ ke¦() {} }',
    'a => { const na¦',
    'a => { let na¦ = 1 }',
    'function na¦',
    'class Na¦',
    'this.#a¦',
  ])('%s', (source) => {
    expect(show(source)).toBe('nothing');
  });
});

describe('local names', () => {
  const table: readonly (readonly [string, ...string[]])[] = [
    ['¦'],
    ['a.map(x => ¦)', 'x'],
    ['a.map(x => x¦)', 'x'],
    ['a.map(x => x.¦)', 'x'],
    ['a.map(x => x.¦', 'x'],
    ['a.map(x => x.na¦', 'x'],
    ['a.map(x => x.na¦me)', 'x'],
    ['a.map(x => x["na¦', 'x'],
    ['a.map(x => x["na¦"])', 'x'],
    ['a.map(x => x)¦'],
    ['a.map(x => x).¦'],
    ['¦a.map(x => x)'],
    ['a.map((x, i) => x.ok ? x.¦', 'i', 'x'],
    ['a.map((x, i) => x.ok ? x.¦)', 'i', 'x'],
    ['a.map(x => x.ok ? b(x.¦', 'x'],
    ['a.map(x => x.ok ? { k: x.¦', 'x'],
    ['a.map(x => b ? c ? x.¦', 'x'],
    ['a.map(x => `${b ? c : d} ${x.ok ? x.¦', 'x'],
    ['a.map(x => `${x.¦', 'x'],
    ['a.map(x => `${x.a} and ¦', 'x'],
    ['a.map(x => `${x.¦} and`)', 'x'],
    ['a.map(({b, c: [d = 1], ...e}) => ¦', 'b', 'd', 'e'],
    ['a.map(x => b.map(y => ¦', 'x', 'y'],
    ['a.map(x => b.map(y => y).¦', 'x'],
    ['a.reduce((sum, x) => sum + x.¦, 0)', 'sum', 'x'],
    ['(() => { const b = 1; let c; return b.¦', 'b', 'c'],
    ['(() => { const b = 1; { let c; } ¦', 'b'],
    ['(() => { var b = 1; if (b.¦', 'b'],
    ['(() => { for (const b of c) { b.¦', 'b'],
    ['(() => { try { } catch (e) { e.¦', 'e'],
    ['(function f(a) { return ¦', 'a', 'f'],
    ['a.map(x =>\r\n  x.¦\r\n)', 'x'],
    ['"😀" + a.map(x => x.¦', 'x'],
    ['a.map(x => { return /* ¦', 'x'],
    // Invalid before the cursor: no completion.
    ['a b c.map(x => x.¦'],
    ['`${a ? b} ${c.map(x => x.¦'],
  ];
  test.each(table)('%s', (source, ...expected) => {
    const { text, cursor } = takeCursorMark(source);
    expect(localNamesAt(text, cursor)).toEqual(expected);
  });
});

test('offsets outside the text are clamped', () => {
  expect(pathAt('a.b', 99)).toEqual(pathAt('a.b', 3));
  expect(pathAt('a.b', -1)).toEqual(pathAt('a.b', 0));
  expect(localNamesAt('x => x', 99)).toEqual([]);
});

test.each(EXPRESSIONS)('each member of %j has the same base while it is typed', (text) => {
  for (let at = 0; at <= text.length; at++) {
    const now = pathAt(text, at);
    const typing = pathAt(text.slice(0, at), at);
    // Text after the cursor only matters for the key of an object.
    if (now?.prefix && !now.prefix.includes('\\'))
      expect({ base: typing?.base, prefix: typing?.prefix }).toEqual({ base: now.base, prefix: now.prefix });
  }
});

test('long text', () => {
  const text = `${'a.'.repeat(60_000)}b + ${'f(['.repeat(20_000)}`;
  expect(pathAt(text, 120_001)?.base).toHaveLength(60_000);
  expect(pathAt(text, text.length)).toMatchObject({ base: [], prefix: '' });
  expect(localNamesAt(text, text.length)).toEqual([]);
});
