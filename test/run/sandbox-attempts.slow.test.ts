import { describe, expect, it } from 'vitest';
import { isSandboxError, SANDBOX_LIMITS } from '../../server/run/sandbox/sandbox';
import { formatMessage } from '../../server/text/message';
import { freshSandbox, transcriptOf } from './conversation';

/** The results of expressions: their JSON, `kind text` if they have none, or the error. */
async function outcomes(...sources: readonly string[]): Promise<string[]> {
  // The engine reads the clock every 5 operations, seldom within a regular expression: this is a limit of operations.
  // Real time counts a tenth, because on a busy machine it would end first.
  let work = 0;
  // A regular expression takes much longer between two readings.
  const readings = sources.some((source) => source.startsWith('/')) ? 2000 : 150_000;
  const start = performance.now();
  const sandbox = await freshSandbox(1, () => {
    work += SANDBOX_LIMITS.MAX_MILLISECONDS / readings;
    return Math.max(work, (performance.now() - start) / 10);
  });
  const found = sources.map((source) => {
    const value = sandbox.evaluate(source, [], []);
    if (isSandboxError(value)) return formatMessage(value.message);
    const { kind, json, text, textFault } = sandbox.describe(value);
    return json ?? (textFault ? formatMessage(textFault.message) : `${kind} ${text}`);
  });
  sandbox.dispose();
  return found;
}

const SLOW = 'The expression did not end within 1 s.';
const DEEP = 'The expression recurses or nests too deeply.';
const LARGE = 'The expression needs more than 64 MB of memory.';
const range = (message: string) => `RangeError: ${message}`;

const BIG = '3n ** 40000n';
const DOUBLED = '(() => { let a = [0]; for (let i = 0; i < 60; i++) a = [a, a]; return a; })()';
const NAMES = `ownKeys() { return Array.from({ length: 2e4 }, (_, i) => 'k' + i); }`;
const OWN = 'getOwnPropertyDescriptor() { return { value: 1, enumerable: true, configurable: true }; }';

/** Attempts to exceed limits. Without checks, most take minutes, or all memory, in a call that cannot be interrupted. */
const RESOURCES: readonly (readonly [source: string, outcome: string])[] = [
  [`Array(500).fill(${BIG}).join()`, range('the items of this list are too long')],
  [`String(Array(500).fill(${BIG}))`, range('the items of this list are too long')],
  [`Array(500).fill(${BIG}).sort()`, range('the items of this list are too long')],
  [`"".concat(...Array(500).fill(${BIG}))`, range('the parts of this text are too long')],
  [
    `String.raw({ raw: Array(500).fill("") }, ...Array(500).fill(${BIG}))`,
    range('the parts of this text are too long'),
  ],
  [`Object.fromEntries(Array(500).fill([${BIG}, 1]))`, range('the items of this list are too long')],
  ['Array(1e5).fill("a".repeat(1e5)).sort()', range('the items of this list are too long')],
  ['Object.fromEntries(Array(1e4).fill(["a".repeat(2e5), 1]))', range('the items of this list are too long')],
  [
    'Array(1e6).fill("a".repeat(1e4) + "b").includes("a".repeat(1e4) + "c")',
    range('the searched text is too long'),
  ],
  [
    'JSON.stringify({}, Array.from({ length: 2e4 }, (_, i) => "k" + i))',
    range('a list of more than 10000 names cannot be used'),
  ],
  [
    `Object.keys(new Proxy({}, { ${NAMES}, ${OWN} }))`,
    range('a proxy with more than 10000 members cannot be used'),
  ],
  [
    `Object.keys(Proxy.revocable({}, { ${NAMES}, ${OWN} }).proxy)`,
    range('a proxy with more than 10000 members cannot be used'),
  ],
  [
    '"a\\u0301\\u0323".repeat(1) + "\\u0301\\u0323".repeat(1e5).normalize("NFD")',
    range('a text with more than 1000 marks on one character cannot be used'),
  ],
  [
    '"a".localeCompare("\\u0301\\u0323".repeat(1e5))',
    range('a text with more than 1000 marks on one character cannot be used'),
  ],
  ['"a".repeat(2e4).replace(/(b)?a/g, "$1".repeat(1e5))', range('the replaced text is too long')],
  ['/(b)?a/g[Symbol.replace]("a".repeat(2e4), "$1".repeat(1e5))', range('the replaced text is too long')],
  [
    'new RegExp("[" + "a-z".repeat(2e5) + "]", "i")',
    range('a regular expression of more than 20000 characters cannot be used'),
  ],
  ['RegExp("a|".repeat(1e6))', range('a regular expression of more than 20000 characters cannot be used')],
  [
    '/a/.constructor("a|".repeat(1e6))',
    range('a regular expression of more than 20000 characters cannot be used'),
  ],
  [
    '/a/.compile("a|".repeat(1e6))',
    range('a regular expression of more than 20000 characters cannot be used'),
  ],
  ['"a".match("a|".repeat(1e6))', range('a regular expression of more than 20000 characters cannot be used')],
  [`(() => { throw ${DOUBLED}; })()`, 'The expression threw a value that cannot be shown.'],
  ['(() => { throw new Array(4e9); })()', 'The expression threw a value that cannot be shown.'],
  ['(() => { throw { toJSON() { for (;;); } }; })()', 'The expression threw a value that cannot be shown.'],
  [
    '(() => { throw { get message() { for (;;); } }; })()',
    'The expression threw a value that cannot be shown.',
  ],
  ['(() => { throw new Error("x".repeat(1e6)); })()', `Error: ${'x'.repeat(492)}…`],
  ['(() => { throw new Error("our call stack is long"); })()', 'Error: our call stack is long'],
  [DOUBLED, SLOW],
  ['({ toString() { for (;;); }, toJSON() { throw 1; } })', SLOW],
  ['({ [Symbol.toPrimitive]() { throw null; }, toJSON() {} })', 'The expression threw null.'],
  ['new Proxy({}, { get() { for (;;); } })', SLOW],
  ['new Array(1e9).fill(0)', range('a list of more than 1000000 items cannot be used')],
  ['(2n ** 1000000n).toString()', range('an integer of more than 19728 digits cannot be used')],
  ['(() => { outer: for (;;) { for (;;) continue outer; } })()', SLOW],
  ['(() => { do { try { continue; } finally { continue; } } while (true); })()', SLOW],
  ['(() => { try { for (;;); } catch { return 1; } finally { for (;;); } })()', SLOW],
  ['(() => { function f() { try { f(); } finally { f(); } } f(); })()', SLOW],
  ['[...(function* () { for (;;) yield; })()]', SLOW],
  ['new Set((function* () { for (;;) yield 1; })())', SLOW],
  ['(() => { let p = {}; for (let i = 0; i < 2e4; i++) p = new Proxy(p, {}); return p.x; })()', DEEP],
  ['(() => { const a = []; a.push(a); return a.flat(Infinity); })()', DEEP],
  ['JSON.stringify({ toJSON() { return { a: this, toJSON: this.toJSON }; } })', DEEP],
  ['/^(a|a)*$/.test("a".repeat(40) + "b")', SLOW],
  ['/(?=(a+)+b)/.test("a".repeat(60))', SLOW],
  ['(() => { const all = []; for (;;) all.push("leftover".repeat(1e4)); })()', LARGE],
  ['(() => { const all = []; for (;;) all.push(Array(1e5).fill(0)); })()', LARGE],
  ['new SharedArrayBuffer(1e9)', LARGE],
];

/** Attempts to escape, to reach the interpreter or to change it, with their results. */
const ESCAPES: readonly (readonly [source: string, outcome: string])[] = [
  ['(00, this).constructor.constructor("return typeof process + typeof require")()', '"undefinedundefined"'],
  ['(async () => {}).constructor("return typeof process")().constructor.name', '"Promise"'],
  ['(function* () {}).constructor("yield typeof process")().next().value', '"undefined"'],
  ['Reflect.construct(Function, ["return typeof process"])()', '"undefined"'],
  ['(0, eval)("typeof process")', '"undefined"'],
  ['(00, arguments.callee.caller)', 'undefined undefined'],
  [
    '(() => { "use strict"; return (function f() { return f.caller; })(); })()',
    'TypeError: invalid property access',
  ],
  ['import("fs") instanceof Promise', 'true'],
  ['typeof Atomics', '"undefined"'],
  ['new WeakRef({}).deref()', 'undefined undefined'],
  ['(Error.prepareStackTrace = () => { for (;;); }, null.x)', "TypeError: cannot read property 'x' of null"],
  [
    '(Error.prepareStackTrace = (_, frames) => frames[1].getThis(), new Error().stack === undefined)',
    'false',
  ],
  [
    '(() => { try { null.x; } catch (error) { return typeof error.constructor.constructor("return this")().process; } })()',
    '"undefined"',
  ],
  ['(async () => { for (;;) await 0; })() instanceof Promise', 'true'],
];

/** Changes of built-ins that the interpreter must survive, except for changes of the JSON of all values. */
const POLLUTION: readonly string[] = [
  'Object.prototype.toJSON = undefined',
  "Object.defineProperty(Array.prototype, '0', { set() {} })",
  "Object.defineProperty(Array.prototype, '1', { get: () => 7, set() {} })",
  "for (const name of ['kind', 'text', 'problem', 'json', 'values', 'random']) Object.defineProperty(Object.prototype, name, { set() { Math.leaked = this; } })",
  "for (const name of ['get', 'set', 'value', 'writable', 'getPrototypeOf', 'ownKeys', 'has']) Object.prototype[name] = () => { Math.leaked = 1; }",
  'Set.prototype.has = Set.prototype.add = Map.prototype.get = Map.prototype.set = null',
  'Array.prototype.concat = Array.prototype.filter = Array.prototype.indexOf = Array.prototype.push = null',
  'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = null',
  'Object.prototype.hasOwnProperty = Object.defineProperty = Object.getOwnPropertyDescriptor = Reflect.construct = null',
  'Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.preventExtensions(globalThis)',
];

describe('the sandbox limits', () => {
  it.each(RESOURCES)('%s and evaluates the next expression', async (source, outcome) => {
    expect(await outcomes(source, '[1].map((one) => one + 1)')).toEqual([outcome, '[2]']);
  });
});

describe('the sandbox contains', () => {
  it.each(ESCAPES)('%s', async (source, outcome) => {
    expect(await outcomes(source)).toEqual([outcome]);
  });
});

describe('the interpreter works as before and exposes nothing after', () => {
  const automata = `initial: outer
context: {top: 1}
states:
  outer:
    initial: a
    context: {list: [1, two, 3]}
    states:
      a:
        inputs: {go: '{{ (() => { CHANGE; return 1; })() }}'}
        tasks: [{name: t, module_type: LLMModule, module_config: {user_prompt: '{{context.list}}'}}]
        outputs: {context.map: {x: '{{context.top}}', value: [1, 2]}, context.top: '{{context.top + 1}}'}
        render:
          text: '{{typeof Math.leaked}} {{context.top}} {{context.map.value[1]}} {{reply}}'
          buttons: [{content: Go, on_click: {event: go, payload: {a: 1, b: '{{context.list}}'}}}]
        transitions: {go: {target: b, target_inputs: {x: '{{payload.b[1]}}'}}}
      b: {inputs: {x: {type: text}}, render: {text: '{{x}} {{typeof Math.leaked}}'}}
`;
  it.each(POLLUTION)('%s', async (change) => {
    const text = automata.replace('CHANGE', () => change.replaceAll("'", "''"));
    const lines = await transcriptOf(text, [{ click: 'Go' }]);
    expect(lines.filter((line) => line.startsWith('message') || line.startsWith('error'))).toEqual([
      'message "undefined 2 2 Result of t" [Go -> go {"a":1,"b":[1,"two",3]}]',
      'message "two undefined"',
    ]);
  });

  it('a `toJSON` for all values that forges their description', async () => {
    const forged = '({ kind: "boolean", isTruthy: false, text: "forged", json: "7" })';
    const [, after] = await outcomes(`(Object.prototype.toJSON = () => ${forged}, 1)`, '(() => 1)');
    expect(after).toBe('function () => 1');
  });
});

describe('a conversation', () => {
  const said = async (expression: string) =>
    (
      await transcriptOf(
        `initial: a\nstates:\n  a: {render: {text: ${JSON.stringify(`x {{${expression}}}`)}}}\n`,
      )
    ).slice(1);

  it.each([
    ['({ toString() { throw new Error(7); } })', 'Error: 7'],
    ['({ toString() { for (;;); } })', SLOW],
    ['Object.create(null)', 'TypeError: toPrimitive'],
  ])('reports that %s cannot be converted to text', async (expression, message) => {
    expect(await said(expression)).toEqual([
      `error expression-fault: ${message} «{{${expression}}}»`,
      `message ${JSON.stringify(`x {{${expression}}}`)}`,
    ]);
  });

  it('treats an object that cannot be converted to text as true', async () => {
    const lines = await transcriptOf(
      `initial: a\nstates:\n  a: {transitions: {ALWAYS: {target: b, condition: '{{({ toString() { for (;;); }, toJSON() { for (;;); } })}}'}}}\n  b: {render: {text: B}}\n`,
    );
    expect(lines.at(-1)).toBe('message "B"');
  });

  it('uses UTC in every time zone', async () => {
    const text = '[new Date(0).getHours(), new Date(0).getTimezoneOffset(), Math.random() === Math.random()]';
    const before = process.env.TZ;
    process.env.TZ = 'Asia/Kathmandu';
    try {
      expect(await outcomes(text)).toEqual(['[0,0,false]']);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});
