import fc from 'fast-check';

/** Names whose values a test provides. */
export const FREE_NAMES = ['a', 'b', 'context'] as const;

/** A small JSON value with few different names, so that values have common members. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>(null, undefined, true, false, 0, 1, 2, 1.5, '', 'a', 'x', 'abc', '{"x":1}'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'name', '0'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).value;

const MEMBERS = ['x', 'y', 'name', 'length', 'toString', 'items', 'constructor'];
const LITERALS = [
  '0',
  '1',
  '2',
  '1.5',
  "''",
  "'a'",
  "'x'",
  "'abc'",
  'true',
  'false',
  'null',
  'undefined',
  'NaN',
  '/a/g',
];
const BINARY = ['+', '-', '*', '/', '%', '<', '>=', '==', '!=', '===', '!==', '&', '|', '<<', '>>>', '**'];
const LOGICAL = ['&&', '||', '??'];
const UNARY = ['!', '-', '+', '~', 'typeof ', 'void '];
const CALLS = [
  'Number',
  'String',
  'Boolean',
  'parseInt',
  'isNaN',
  'Array',
  'Array.isArray',
  'Array.from',
  'Array.of',
  'Object.keys',
  'Object.values',
  'Object.entries',
  'Object.fromEntries',
  'Object.freeze',
  'JSON.stringify',
  'JSON.parse',
  'Math.max',
  'Math.round',
  'new Map',
  'new Set',
  'new Array',
  'Number.isInteger',
  'String.fromCharCode',
  'encodeURIComponent',
]; // prettier-ignore
const METHODS = [
  'toUpperCase',
  'trim',
  'split',
  'slice',
  'concat',
  'includes',
  'indexOf',
  'join',
  'reverse',
  'sort',
  'flat',
  'at',
  'fill',
  'toFixed',
  'replace',
  'padStart',
  'match',
  'charAt',
  'pop',
  'push',
  'shift',
  'unshift',
  'splice',
  'get',
  'has',
  'add',
  'keys',
  'values',
  'entries',
  'hasOwnProperty',
  'valueOf',
  'substring',
  'startsWith',
];
const CALLBACKS = ['map', 'filter', 'find', 'findIndex', 'some', 'every', 'flatMap', 'forEach', 'sort'];

/**
 * Expressions of all supported kinds, as text. They may throw but always end. `v` and `w` are variables of functions, and
 * undefined outside of them.
 */
export const expressions: fc.Arbitrary<string> = fc.letrec<{ e: string; small: string; statement: string }>(
  (tie) => {
    const e = tie('e');
    const small = tie('small');
    const one = (of: readonly string[]) => fc.constantFrom(...of);
    const make = (parts: fc.Arbitrary<string>[], build: (...parts: string[]) => string) =>
      fc.tuple(...parts).map((given) => build(...given));
    return {
      small: fc.oneof(
        one(LITERALS),
        one([...FREE_NAMES, 'v', 'w']),
        one(['context.x', 'context.name', 'a.x', 'v.x', 'b[0]']),
      ),
      e: fc.oneof(
        { maxDepth: 5, depthSize: 'small', withCrossShrink: true },
        small,
        make([e, one(MEMBERS)], (o, m) => `(${o}).${m}`),
        make([e, one(MEMBERS)], (o, m) => `(${o})?.${m}`),
        make([e, one(MEMBERS), one(MEMBERS)], (o, m, n) => `(${o})?.${m}.${n}`),
        make([e, e], (o, k) => `(${o})[${k}]`),
        make([e, e], (x, y) => `[${x}, ${y}]`),
        make([e, e], (x, y) => `[...${x}, ${y}]`),
        make([e, e, one(['x', 'y', '0'])], (x, y, k) => `({ ${k}: ${x}, name: ${y} })`),
        make([e, e], (x, y) => `({ x: 1, ...${x}, y: ${y} })`),
        make([e, e], (x, y) => `({ ...${x}, [${y}]: 1 })`),
        make([e], (x) => `\`<\${${x}}>\``),
        make([one(UNARY), e], (o, x) => `(${o}(${x}))`),
        make([e, one(BINARY), e], (x, o, y) => `((${x}) ${o} (${y}))`),
        make([e, one(LOGICAL), e], (x, o, y) => `((${x}) ${o} (${y}))`),
        make([e, e, e], (x, y, z) => `((${x}) ? ${y} : ${z})`),
        make([small, e], (x, y) => `((${x}) && ${y})`),
        make([small, small, e, e], (x, k, y, z) => `((${x}) === (${k}) ? ${y} : ${z})`),
        make(
          [small, one(['string', 'number', 'object', 'undefined', 'boolean', 'function']), e, e],
          (x, k, y, z) => `(typeof (${x}) === '${k}' ? ${y} : ${z})`,
        ),
        make([small, e, e], (x, y, z) => `(Array.isArray(${x}) ? ${y} : ${z})`),
        make([one(CALLS), e], (f, x) => `${f}(${x})`),
        make([one(CALLS), e, e], (f, x, y) => `${f}(${x}, ${y})`),
        make([e, e], (x, y) => `Object.assign({}, ${x}, ${y})`),
        make([e, one(METHODS)], (x, m) => `(${x}).${m}()`),
        make([e, one(METHODS), e], (x, m, y) => `(${x}).${m}(${y})`),
        make([e, one(CALLBACKS), e], (x, m, y) => `(${x}).${m}(v => ${y})`),
        make(
          [e, one(CALLBACKS), one(['Boolean', 'Number', 'String', 'Array.isArray'])],
          (x, m, y) => `(${x}).${m}(${y})`,
        ),
        make([e, e, e], (x, y, z) => `(${x}).reduce((v, w) => ${y}, ${z})`),
        make([e, e], (x, y) => `(${x}).reduce((v, w) => ${y})`),
        make([e, e], (x, y) => `((v, w = 1) => ${x})(${y})`),
        make([e, e], (x, y) => `(({ x: v, ...w }) => ${x})(${y})`),
        make([e, e], (x, y) => `(([v, ...w]) => ${x})(${y})`),
        make([e, e], (x, y) => `((...v) => ${x})(...${y})`),
        make([tie('statement'), tie('statement'), e], (s, t, x) => `(() => { ${s}; ${t}; return ${x} })()`),
        make([e, tie('statement'), e], (x, s, y) => `((v) => { let w = 1; ${s}; return ${y} })(${x})`),
        make([small, e], (x, y) => `(context.x = ${y}, ${x})`),
        make([e, e], (x, y) => `(() => { const v = ${x}; v.x = ${y}; return v })()`),
        make([e, e], (x, y) => `(() => { const v = ${x}; v.push(${y}); return v })()`),
      ),
      statement: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        make([e], (x) => `const v = ${x}`),
        make([e, e], (x, y) => `let v = ${x}; v = ${y}`),
        make([e, e], (x, y) => `let w = ${x}; for (const v of ${y}) { w += v }`),
        make([e, e, e], (x, y, z) => `let w = ${x}; for (const v of ${y}) { w = ${z} }`),
        make([e, e, e], (x, y, z) => `let w = ${x}; (${y}).forEach(v => { if (v) w = ${z} })`),
        make([e, e], (x, y) => `if (${x}) return ${y}`),
        make([e, e], (x, y) => `if (!(${x})) { return ${y} } else { ${x} }`),
        make([e, e], (x, y) => `for (const v of ${x}) { if (v) return ${y} }`),
        make([e, e], (x, y) => `try { return ${x} } catch { ${y} }`),
        make([e, e, e], (x, y, z) => `switch (${x}) { case 1: return ${y}; default: ${z} }`),
        make([e], (x) => `const [v = 1] = [${x}]`),
        make([e], (x) => `function v(w) { return ${x} }`),
      ),
    };
  },
).e;
