// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of the expressions under test
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeNames, type NameUse } from '../../server/expression/names';
import { parseExpression } from '../../server/expression/parse';
import { EXPRESSIONS } from './samples';

const ACCESS = { read: '', write: '=', readwrite: '±' };

/** `context.x` is a read, `=x` a write, `±x` both; `x()` is called, `typeof x` guarded, `x["y"]` computed. */
function show({ name, members, access, called, guarded }: NameUse): string {
  const chain = members
    .map((member) => (member.computed ? `["${member.name}"]` : `.${member.name}`))
    .join('');
  return `${guarded ? 'typeof ' : ''}${ACCESS[access]}${name}${chain}${called ? '()' : ''}`;
}

function check(body: string, ...expected: string[]): void {
  const { ast, problem } = parseExpression(body);
  expect(problem).toBeUndefined();
  const uses = ast ? freeNames(ast) : [];
  expect(uses.map(show)).toEqual(expected);
  for (const use of uses) {
    expect(body.slice(use.start, use.end)).toBe(use.name);
    for (const member of use.members) expect(body.slice(member.start, member.end)).toBe(member.name);
  }
}

describe('chains', () => {
  const table: readonly (readonly [string, ...string[]])[] = [
    ['1'],
    ['a', 'a'],
    ['a.b.c', 'a.b.c'],
    ['(a.b).c', 'a.b.c'],
    ['a?.b?.c', 'a.b.c'],
    ['(a?.b).c', 'a.b.c'],
    ['a["b"].c', 'a["b"].c'],
    ["a['b c'][`d`]", 'a["b c"]["d"]'],
    ['a?.["b"]', 'a["b"]'],
    ['a[0].b', 'a'],
    ['a.b[c].d', 'a.b', 'c'],
    ['a.b[c.d][e]', 'a.b', 'c.d', 'e'],
    ['a[`${b}`].c', 'a', 'b'],
    ['a[b["c"]]', 'a', 'b["c"]'],
    ['a.b().c', 'a.b()'],
    ['a?.b()?.c', 'a.b()'],
    ['a.b(c).d[e]', 'a.b()', 'c', 'e'],
    ['a[0]()', 'a'],
    ['(a || b).c', 'a', 'b'],
    ['new a.B(c)', 'a.B()', 'c'],
    ['a.b`c ${d}`', 'a.b()', 'd'],
    ['this.a'],
    ['"x".a'],
    ['a.if.class', 'a.if.class'],
    ['a["😀"].b', 'a["😀"].b'],
    ['"😀" + größe.变量', 'größe.变量'],
    ['a\r\n  .b\r\n  .c', 'a.b.c'],
    ['context.questions[context.question_idx]["question"]', 'context.questions', 'context.question_idx'],
  ];
  test.each(table)('%j', check);
});

describe('all parts of an expression', () => {
  const table: readonly (readonly [string, ...string[]])[] = [
    ['a ? b : c', 'a', 'b', 'c'],
    ['a && b || c ?? 1'.replace(' ?? 1', ''), 'a', 'b', 'c'],
    ['a + b * -c', 'a', 'b', 'c'],
    ['[a, , ...b]', 'a', 'b'],
    ['{a, b: c, [d]: e, ...f, "g": 1, 2: h}', 'a', 'c', 'd', 'e', 'f', 'h'],
    ['{ get a() { return b }, c() { return d }, async e() {} }', 'b', 'd'],
    ['`${a} and ${b.c}`', 'a', 'b.c'],
    ['(a, b)', 'a', 'b'],
    ['a in b', 'a', 'b'],
    ['typeof a', 'typeof a'],
    ['typeof a.b', 'typeof a.b'],
    ['typeof a[0]', 'a'],
    ['typeof a + b', 'typeof a', 'b'],
    ['typeof (a + b)', 'a', 'b'],
    ['typeof a()', 'a()'],
    ['void a', 'a'],
    ['/a/g.test(b)', 'b'],
    ['import(a)', 'a'],
    ['arguments', 'arguments'],
    ['undefined', 'undefined'],
  ];
  test.each(table)('%j', check);
});

describe('access', () => {
  const table: readonly (readonly [string, ...string[]])[] = [
    ['a = b', '=a', 'b'],
    ['a.b = c', '=a.b', 'c'],
    ['a["b"] = 1', '=a["b"]'],
    ['a.b += c', '±a.b', 'c'],
    ['a ??= b', '±a', 'b'],
    ['a.b++', '±a.b'],
    ['--a', '±a'],
    ['a.b[0] = c', '±a.b', 'c'],
    ['a[b].c = d', '±a', 'b', 'd'],
    ['a().b = c', 'a()', 'c'],
    ['[a, b.c, ...d] = e', '=a', '=b.c', '=d', 'e'],
    ['[a = b, [c]] = d', '=a', 'b', '=c', 'd'],
    ['({a, b: c.d, [e]: f = g, ...h} = i)', '=a', '=c.d', 'e', '=f', 'g', '=h', 'i', 'i.a', 'i.b'],
    ['({a: b} = c.d)', '=b', 'c.d.a'],
    ['({a, "b": c} = d[e])', '=a', '=c', 'd', 'e'],
    ['a = b = c', '=a', '=b', 'c'],
    ['delete a.b', '=a.b'],
    ['delete a?.b', '=a.b'],
    ['(() => { for (a of b) c })()', '=a', 'b', 'c'],
    ['(() => { for (a.b in c) ; })()', '=a.b', 'c'],
    ['(a) => { a = b.c = 1 }', '=b.c'],
  ];
  test.each(table)('%j', check);
});

describe('names bound by functions', () => {
  const table: readonly (readonly [string, ...string[]])[] = [
    ['x => x + a', 'a'],
    ['x => y => x + y + a', 'a'],
    ['(x => x)(x)', 'x'],
    ['[x => x, x]', 'x'],
    ['({a, b: {c}, ...d}, [e, , f = g], ...h) => [a, b, c, d, e, f, h]', 'g', 'b'],
    ['(a = a, b = c) => b', 'c'],
    ['({[a]: b}) => b', 'a'],
    ['function f(x) { return f(x, g) }', 'g'],
    ['[function f() {}, f]', 'f'],
    ['function () { return arguments }'],
    ['() => arguments', 'arguments'],
    ['() => { const a = b; let c = a; return c + d }', 'b', 'd'],
    ['() => { a; let a }'],
    ['() => { const {a, b: {c}, "d": e = f, [g]: h} = i; a + c }', 'f', 'g', 'i', 'i.a', 'i.b', 'i["d"]'],
    ['() => { const {a, ...b} = c.d; b }', 'c.d', 'c.d.a'],
    ['() => { const {} = a, [b] = c; b }', 'a', 'c'],
    ['() => { { let a } a }', 'a'],
    ['() => { { var a } a }'],
    ['() => { { var a } }, a', 'a'],
    ['(x = a) => { var a }', 'a'],
    ['() => { f(); function f() { g() } }', 'g()'],
    ['() => { if (x) { function f() {} } f() }', 'x'],
    ['() => { for (let i = 0; i < n; i++) i; return i }', 'n', 'i'],
    ['() => { for (const {a = b} of c) a; a }', 'b', 'c', 'a'],
    ['() => { for (var i in a); i }', 'a'],
    ['() => { try { a } catch (e) { e } e }', 'a', 'e'],
    ['() => { try { } catch { e } }', 'e'],
    ['() => { try { } catch ({message}) { message } }'],
    ['() => { switch (a) { case b: let a; a } }', 'a', 'b'],
    ['() => { outer: for (;;) { break outer; continue outer } }'],
    ['() => { outer: for (;;) outer }', 'outer'],
    ['() => { while (a) b; do c; while (d); if (e) f; else g; throw h }', ...'abcdefgh'],
    ['class A extends B { [c] = A; d = e; static { let f; f; g } h(i) { return i + j } }', ...'Bcegj'],
    ['class { #a; b() { return this.#a + #a in this } static c = d }'.replace(' + #a in this', ''), 'd'],
    ['[class A {}, A]', 'A'],
    ['() => { class A {} return A }'],
    ['{ f(x) { return x }, x }', 'x'],
    ['function () { return new.target }'],
    ['(async x => { for await (const y of x) { yield_(y) } })()', 'yield_()'],
    ['items.map(i => i.ok ? i.name : context.none)', 'items.map()', 'context.none'],
  ];
  test.each(table)('%j', check);
});

test.each(EXPRESSIONS)('names of %j have the right ranges', (body) => {
  const { ast } = parseExpression(body);
  for (const { name, start, end } of ast ? freeNames(ast) : []) {
    expect(
      body
        .slice(start, end)
        .replace(/\\u\{?([\da-f]{2,4})\}?/, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ).toBe(name);
  }
});

test('names of any expression are in order, each followed by its members', () => {
  const lists = fc
    .array(fc.constantFrom(...EXPRESSIONS), { minLength: 1 })
    .map((parts) => `[${parts.map((part) => `(${part}\n)`).join()}]`);
  fc.assert(
    fc.property(lists, (body) => {
      const { ast } = parseExpression(body);
      expect(ast).toBeDefined();
      let at = 0;
      for (const { start, end, members } of ast ? freeNames(ast) : []) {
        expect(start).toBeGreaterThanOrEqual(at);
        at = start;
        let after = end;
        for (const member of members) {
          // The destructured value comes after its parts.
          if (member.end <= start) continue;
          expect(member.start).toBeGreaterThan(after);
          after = member.end;
        }
        expect(after).toBeLessThanOrEqual(body.length);
      }
    }),
  );
});

describe('deep and wide trees', () => {
  const table: readonly (readonly [string, string, number])[] = [
    ['a chain of members', `a${'.b'.repeat(1900)}`, 1],
    ['a chain of calls', `a${'()'.repeat(1900)}`, 1],
    ['brackets', `a${'[b]'.repeat(1900)}`, 1901],
    ['a list', `[${'a,'.repeat(90_000)}]`, 90_000],
    ['a list of functions', `[${'a=>a,'.repeat(30_000)}b]`, 1],
    ['nested functions', `${'a=>'.repeat(300)}a+b`, 1],
  ];
  test.each(table)('%s', (_, body, count) => {
    const { ast } = parseExpression(body);
    expect(ast && freeNames(ast).length).toBe(count);
  });
});
