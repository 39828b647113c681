import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { describe, expect, it } from 'vitest';
import { QuickJs } from '../../server/run/sandbox/quickjs';
import {
  isSandboxError,
  SANDBOX_LIMITS,
  type Sandbox,
  type SandboxError,
  type ValueRef,
} from '../../server/run/sandbox/sandbox';
import { formatMessage, msg } from '../../server/text/message';
import { sample } from '../support/depth';
import { freshSandbox } from './conversation';

/**
 * Advances each time it is read, so that the time limit is a limit of operations. The engine reads it every 5 operations:
 * a few thousand reads are enough to detect an endless expression.
 */
const clock = (reads = 20_000) => {
  let time = 0;
  return () => {
    time += SANDBOX_LIMITS.MAX_MILLISECONDS / reads;
    return time;
  };
};

/** Calls a function when a part of the stack is already used. */
function deepInStack<T>(used: number, call: () => T): T {
  let depth = 0;
  const descend = (levels: number): T => {
    if (levels === 0) return call();
    depth++;
    return descend(levels - 1);
  };
  try {
    descend(Number.POSITIVE_INFINITY);
  } catch {
    // The stack is full.
  }
  return descend(Math.floor(depth * used));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The results of expressions: their JSON, or the error. */
async function outcomes(...sources: readonly string[]): Promise<(string | undefined)[]> {
  const sandbox = await freshSandbox(1, clock());
  const shown = (value: ValueRef | SandboxError) =>
    isSandboxError(value) ? formatMessage(value.message) : sandbox.describe(value).json;
  const found = sources.map((source) => shown(sandbox.evaluate(source, [], [])));
  sandbox.dispose();
  return found;
}

describe('the sandbox', () => {
  it('limits the time, the depth and the memory of expressions', async () => {
    const found = await outcomes(
      '(() => { while (true) {} })()',
      '(function f() { return f(); })()',
      '(() => { const all = []; for (;;) all.push(new Uint8Array(1e6)); })()',
      '"x".repeat(1e9)',
      '1 + 1',
    );
    // A regular expression takes much longer between two readings of the clock.
    const sandbox = await freshSandbox(1, clock(1000));
    expect(sandbox.evaluate('/(a+)+b/.test("a".repeat(50))', [], [])).toMatchObject({ kind: 'limit' });
    sandbox.dispose();
    expect(found).toEqual([
      'The expression did not end within 1 s.',
      'The expression recurses or nests too deeply.',
      'The expression needs more than 64 MB of memory.',
      'The expression needs more than 64 MB of memory.',
      '2',
    ]);
  });

  it('rejects calls of built-ins that would take very long', async () => {
    const tooLong = 'RangeError: a list of more than 1000000 items cannot be used';
    const found = await outcomes(
      'new Array(4e9).indexOf(1)',
      'new Array(4e9).fill(1)',
      'String(new Array(4e9))',
      '[].concat(new Array(4e9))',
      '[[new Array(4e9)]].flat(2)',
      'new Set(new Array(4e9)).size',
      'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)',
      'String.raw({ raw: { length: 1e9 } })',
      'new Uint8Array(5e6).join()',
      'new Uint16Array(5e6).sort()',
      'new Uint16Array(5e6).toSorted()',
      '"a".repeat(2e6).indexOf("a".repeat(1e6) + "b")',
      'new Array(1000).fill(1).length',
    );
    expect(found).toEqual([...Array(11).fill(tooLong), 'RangeError: the searched text is too long', '1000']);
  });

  it.each([
    ['new Array(2e5).fill(0).sort()', 'a list of more than 100000 items can only be sorted with a function'],
    [
      'new Array(2e5).fill(0).toSorted()',
      'a list of more than 100000 items can only be sorted with a function',
    ],
    ['"a".repeat(3e7).toUpperCase()', 'a text of more than 2000000 characters cannot be used'],
    ['"a".repeat(3e7).replaceAll("a", "")', 'a text of more than 2000000 characters cannot be used'],
    ['new Set("a".repeat(3e7))', 'a text of more than 2000000 characters cannot be used'],
    ['JSON.parse("[" + "0,".repeat(5e6) + "0]")', 'a text of more than 2000000 characters cannot be used'],
    ['JSON.stringify("\\u0001".repeat(3e6))', 'a text of more than 2000000 characters cannot be used'],
    ['JSON.stringify(new Array(6).fill("x".repeat(1e6)))', 'the JSON of this value is too long'],
    [
      '(() => { let a = [0]; for (let i = 0; i < 60; i++) a = [a, a]; return JSON.stringify(a); })()',
      'the JSON of this value is too long',
    ],
    ['2n ** 10000000n', 'an integer of more than 19728 digits cannot be used'],
    ['(2n ** 60000n) * (2n ** 60000n)', 'an integer of more than 19728 digits cannot be used'],
    ['2n << 70000n', 'an integer of more than 19728 digits cannot be used'],
    ['BigInt("9".repeat(2e5))', 'an integer of more than 19728 digits cannot be used'],
  ])('rejects %s', async (source, message) => {
    expect(await outcomes(source, '1')).toEqual([`RangeError: ${message}`, '1']);
  });

  it('checks the time limit often, because one operation may take long', async () => {
    const sandbox = await freshSandbox(1, clock(10));
    const context = sandbox.keep(sandbox.fromJson('{"count":0}'));
    const source = '(() => { const x = 3n ** 20000n; for (;;) { context.count++; x * x; } })()';
    expect(sandbox.evaluate(source, ['context'], [context])).toMatchObject({ kind: 'limit' });
    const { json } = sandbox.describe(context);
    sandbox.dispose();
    // By default, the engine checks every 10,000 operations.
    expect((JSON.parse(json ?? '') as { count: number }).count).toBeLessThan(100);
  });

  it('limits the time of all slow evaluations of a step', async () => {
    const sandbox = await freshSandbox(1, clock(10));
    const run = (source: string) => {
      const value = sandbox.evaluate(source, [], []);
      return isSandboxError(value) ? formatMessage(value.message) : 'a value';
    };
    const endless = '(() => { for (;;); })()';
    const first = sandbox.step(() => [endless, endless, endless, '1'].map(run));
    const late = 'The expression did not end within 1 s.';
    const refused = 'The expressions of this step took more than 2 s.';
    expect(first).toEqual([late, refused, refused, refused]);
    // Outside of steps, and in the next one, there is time again.
    expect([run('1'), sandbox.step(() => run('1'))]).toEqual(['a value', 'a value']);
    sandbox.dispose();
  });

  it('leaves little time for reading values after the time of a step', async () => {
    let time = 0;
    const sandbox = await freshSandbox(1, () => time++);
    const value = sandbox.evaluate('({ toJSON() { for (;;); } })', [], []) as ValueRef;
    const start = time;
    sandbox.step(() => {
      for (let count = 0; count < 3; count++) sandbox.evaluate('(() => { for (;;); })()', [], []);
      for (let count = 0; count < 10; count++)
        expect(sandbox.describe(value)).toMatchObject({ kind: 'object', isTruthy: true, json: undefined });
    });
    expect(time - start).toBeLessThan(1.5 * SANDBOX_LIMITS.MAX_STEP_MILLISECONDS);
    sandbox.dispose();
  });

  it('describes values whose JSON or text is too long', async () => {
    const sandbox = await freshSandbox(1, clock());
    const described = [
      '(() => { let a = { x: 0 }; for (let i = 0; i < 60; i++) a = { a, b: a }; return a; })()',
      '2n ** 60000n',
    ].map((source) => sandbox.describe(sandbox.evaluate(source, [], []) as ValueRef));
    sandbox.dispose();
    expect(described.map(({ json, problem }) => [json, problem && formatMessage(problem)])).toEqual([
      [undefined, 'it is too long'],
      [undefined, 'JSON has no such integers'],
    ]);
  });

  it('keeps the behaviour of built-ins within the limits', async () => {
    const found = await outcomes(
      '[[3, 1], [2]].flat().sort().concat([4], 5).map((one) => one * 2).indexOf(8)',
      '[...[1, 2].entries()].join(";")',
      '[[].map.name, [].map.length, "".split.name, Object.keys(Array.prototype).length]',
      '(() => { for (const one in [1]) return one; })()',
      'Array.prototype.slice.call({ length: 1, 0: "a" })',
      '"a-b".split("-").concat("x".replace(/x/, "y"))',
      '[].values === [][Symbol.iterator]',
      '(() => { try { new Array.prototype.map(); } catch (error) { return error instanceof TypeError; } })()',
      'JSON.stringify({ a: [1, { get b() { return "x"; } }], c: new Date(0), d: undefined }, null, 1)',
      '(() => { const a = {}; a.a = a; try { JSON.stringify(a); } catch (error) { return error.name; } })()',
      '(() => { let a = []; for (let i = 0; i < 300; i++) a = [a, a.length]; return JSON.stringify(a).length; })()',
      'String(BigInt.asUintN(8, BigInt("300") + 1n)) + (BigInt.prototype.constructor === BigInt)',
      'String.raw`a${1}\\n` + "B".toLowerCase() + [..."cd"].sort().reverse()',
    );
    expect(found).toEqual([
      '3',
      '"0,1;1,2"',
      '["map",1,"split",0]',
      '"0"',
      '["a"]',
      '["a","b","y"]',
      'true',
      'true',
      JSON.stringify('{\n "a": [\n  1,\n  {\n   "b": "x"\n  }\n ],\n "c": "1970-01-01T00:00:00.000Z"\n}'),
      '"TypeError"',
      '1202',
      '"45true"',
      '"a1\\\\nbd,c"',
    ]);
  });

  it('gives no access to the host', async () => {
    const names = [
      'process',
      'require',
      'console',
      'setTimeout',
      'fetch',
      'WebAssembly',
      'std',
      'os',
      'import.meta',
    ];
    const found = await outcomes(
      ...names.slice(0, -1).map((name) => `typeof ${name}`),
      'typeof Function("return this")().process',
      '(() => 0).constructor.constructor("return typeof process")()',
      '(async () => {}).constructor("return typeof process").name === "" ? typeof process : typeof process',
      '(() => { try { null.x; } catch (error) { return typeof error.constructor.constructor("return this")().require; } })()',
      '(() => { const f = () => {}; return typeof f.caller?.process; }).constructor("return typeof globalThis.process")()',
      '(() => { Array.prototype.toJSON = () => globalThis; return typeof globalThis.process; })()',
      'Object.keys(globalThis).join()',
    );
    expect(found.slice(0, -1)).toEqual(Array(found.length - 1).fill('"undefined"'));
    expect(found.at(-1)).toBe('""');
  });

  it.each([
    ['null', 'The expression threw null.'],
    ['undefined', 'The expression threw undefined.'],
    ['""', 'The expression threw "".'],
    ['"a \\"b\\""', 'The expression threw "a \\"b\\"".'],
    ['"x".repeat(1e6)', `The expression threw "${'x'.repeat(198)}….`],
    ['7', 'The expression threw 7.'],
    ['7n', 'The expression threw 7.'],
    ['{ a: 1 }', 'The expression threw {"a":1}.'],
    ['[1, 2]', 'The expression threw [1,2].'],
    ['{ message: 5 }', 'The expression threw {"message":5}.'],
    ['{ name: "N", message: "m" }', 'N: m'],
    ['new Error()', 'Error'],
    ['Symbol("s")', 'The expression threw Symbol(s).'],
    ['new Proxy({}, { get() { throw 1; } })', 'The expression threw a value that cannot be shown.'],
    ['Object.defineProperty(new Error("x"), "message", { get() { for (;;) {} } })', /./],
  ])('describes a thrown %s', async (value, message) => {
    const [found, after] = await outcomes(`(() => { throw ${value}; })()`, '1');
    expect(found).toMatch(typeof message === 'string' ? RegExp(`^${escaped(message)}$`) : message);
    expect(after).toBe('1');
  });

  it.each([
    '(() => { let k; for (;;) k = [k]; })()',
    '(() => { let k; for (;;) k = { k }; })()',
    '(() => { try { const all = []; for (;;) all.push([]); } catch (error) { throw error; } })()',
    '(() => { Math.all = []; for (;;) Math.all.push({}); })()',
    '(() => { for (;;) Math.k = { k: Math.k }; })()',
  ])('reports that %s exhausts the memory', async (source) => {
    const sandbox = await freshSandbox(1, () => 0);
    expect(sandbox.evaluate(source, [], [])).toEqual({
      kind: 'limit',
      message: msg('The expression needs more than 64 MB of memory.'),
    });
    sandbox.dispose();
    expect(await outcomes('(() => { throw null; })()')).toEqual(['The expression threw null.']);
  });

  it.each([
    ...[
      '(',
      '[',
      '{',
      '!',
      'a=>',
      'a?',
      'if(1)',
      '`${',
      '(function () {',
      'new ',
      '(a=',
      'x=',
      'class A{static{',
    ].map((part) => `eval(${JSON.stringify(part)}.repeat(1e5) + "1")`),
    'eval("(" + "{a:".repeat(1e5))',
    'Function("(".repeat(1e5))',
    '(function* () {}).constructor("[".repeat(1e5))',
    '(0, eval)("(".repeat(1e5))',
    'JSON.parse("[".repeat(1e5))',
    `JSON.parse('{"a":'.repeat(1e5))`,
    'RegExp("(?:".repeat(4e3) + ")*".repeat(4e3))',
    'RegExp("(?=".repeat(5e3) + ")".repeat(5e3)).test("a")',
    'JSON.stringify({ toJSON() { return [this]; } })',
    '(() => { let a = []; for (let i = 0; i < 3e3; i++) a = [a]; return JSON.stringify(a); })()',
    '(() => { let a = []; for (let i = 0; i < 2e3; i++) a = { a }; return JSON.stringify(a); })()',
    '(() => { let a = []; for (let i = 0; i < 1e4; i++) a = [a]; return String(a); })()',
    '(function f() { return eval("f()"); })()',
  ])('stops %s and evaluates the next expression', async (source) => {
    const message = 'The expression recurses or nests too deeply.';
    expect(await outcomes(source, '1', source, '[1, 2]')).toEqual([message, '1', message, '[1,2]']);
  });

  it('recovers with a new sandbox after a stack overflow of the host', async () => {
    const engine = await QuickJs.load(variant);
    const next = () => engine.sandbox({ seed: 1, now: () => 0 });
    const parse = (sandbox: Sandbox) =>
      sandbox.evaluate(`eval("(".repeat(100) + "1" + ")".repeat(100))`, [], []);
    const messages: string[] = [];
    // The first sandbox of an engine, and one that has an image of the memory.
    for (let time = 0; time < 3; time++) {
      const sandbox = next();
      let failed = parse(sandbox);
      for (let used = 0.5; !isSandboxError(failed); used += (1 - used) / 10)
        failed = deepInStack(used, () => parse(sandbox));
      messages.push(formatMessage(failed.message));
      const later = sandbox.evaluate('1', [], []);
      messages.push(isSandboxError(later) ? formatMessage(later.message) : 'no error');
      const other = next();
      expect(other.evaluate('1', [], [])).toBe(0);
      other.dispose();
      expect(sandbox.reset()).toBe(false);
      sandbox.dispose();
      const fresh = next();
      expect(fresh.describe(parse(fresh) as ValueRef).json).toBe('1');
      fresh.dispose();
    }
    const again = 'The sandbox stopped after an error that it cannot recover from. Restart the conversation.';
    expect(messages).toEqual(Array(3).fill(['The expression recurses or nests too deeply.', again]).flat());
  });

  it('allows code and data of realistic depth', async () => {
    expect(
      await outcomes(
        'eval("(".repeat(100) + "1" + ")".repeat(100))',
        'eval("[".repeat(100) + "]".repeat(100)).length',
        'eval("a=>".repeat(100) + "1").length',
        '(() => { let a = 1; for (let i = 0; i < 1000; i++) a = [a]; return JSON.stringify(a).length; })()',
        '(function f(n) { return n === 0 ? 0 : 1 + f(n - 1); })(500)',
      ),
    ).toEqual(['1', '1', '1', '2001', '500']);
  });

  it('describes values without JSON', async () => {
    const sandbox = await freshSandbox();
    const described = [
      '() => 1',
      'Symbol()',
      '(() => { const a = {}; a.a = a; return a; })()',
      '10n',
      'new Proxy({}, { ownKeys() { throw 1; } })',
      '"x".repeat(2e6)',
    ].map((source) => sandbox.describe(sandbox.evaluate(source, [], []) as ValueRef));
    sandbox.dispose();
    expect(described.map(({ json }) => json)).toEqual(Array(6).fill(undefined));
    expect(described.map(({ kind }) => kind)).toEqual([
      'function',
      'symbol',
      'object',
      'bigint',
      'object',
      'string',
    ]);
  });

  it.each([
    ['(() => { const a = [1]; a.toString = () => { for (;;); }; return a; })()', ''],
    ['(() => { const a = [1]; a.toJSON = () => { for (;;); }; return a; })()', '1'],
  ])('reads %s once, up to the time limit', async (source, text) => {
    let time = 0;
    const sandbox = await freshSandbox(1, () => time++);
    const value = sandbox.evaluate(source, [], []) as ValueRef;
    const before = time;
    expect(sandbox.describe(value)).toMatchObject({ kind: 'array', isTruthy: true, text, json: undefined });
    expect(time - before).toBeLessThan(1.5 * SANDBOX_LIMITS.MAX_MILLISECONDS);
    sandbox.dispose();
  });

  it('gives the same random numbers and the same time in every run', async () => {
    const twice = await Promise.all([
      outcomes('[Math.random(), Date.now()]'),
      outcomes('[Math.random(), Date.now()]'),
    ]);
    expect(twice[0]).toEqual(twice[1]);
    expect(await outcomes('new Date(0).getFullYear()', 'new Date() instanceof Date')).toEqual([
      '1970',
      'true',
    ]);
  });

  it.each([
    ['left = 1', "ReferenceError: 'left' is not defined"],
    ['globalThis.left = 1', 'TypeError: object is not extensible'],
    ['String = 1', "TypeError: 'String' is read-only"],
    ['delete globalThis.String', 'TypeError: could not delete property'],
    ['(0, eval)("var left = 1")', "TypeError: cannot define variable 'left'"],
    // Valid in sloppy mode only, where this has no effect.
    ['(00, left = 1)', '1'],
    ['(00, String = 1)', '1'],
  ])('keeps global variables: %s', async (source, outcome) => {
    expect(await outcomes(source, 'typeof left + typeof String')).toEqual([outcome, '"undefinedfunction"']);
  });

  it('evaluates what only sloppy mode allows', async () => {
    const sandbox = await freshSandbox();
    const value = sandbox.evaluate('package + 010', ['package'], [sandbox.fromJson('1')]);
    expect(isSandboxError(value) ? value : sandbox.describe(value).json).toBe('9');
    sandbox.dispose();
  });

  it('runs code in a realm of its own, with the same limits', async () => {
    const sandbox = await freshSandbox(1, () => 0);
    const run = (body: string, params = 'null') => {
      const found = sandbox.runCode(body, params);
      return isSandboxError(found) ? formatMessage(found.message) : found.json;
    };
    const look = 'return [typeof left, typeof [].left, typeof Math.left]';
    const soiled = 'left = 1; Array.prototype.left = 1; Math.left = 1; Object.freeze(Object.prototype); ';
    expect(run(`${soiled}${look}`)).toBe('["number","number","number"]');
    expect(run(look)).toBe('["undefined","undefined","undefined"]');
    expect(sandbox.evaluate('left', [], [])).toMatchObject({
      message: "ReferenceError: 'left' is not defined",
    });
    expect(run('params.push(2); return params', '[1]')).toBe('[1,2]');
    expect(run('for (let k; ; ) k = { k }')).toBe('The expression needs more than 64 MB of memory.');
    expect(run('return (function f() { return f() + 1; })()')).toBe(
      'The expression recurses or nests too deeply.',
    );
    expect(run('return typeof process + typeof require')).toBe('"undefinedundefined"');
    // Random numbers differ from each other, and from those of expressions.
    const value = sandbox.evaluate('Math.random()', [], []);
    const own = isSandboxError(value) ? undefined : sandbox.describe(value).json;
    expect(new Set([own, run('return Math.random()'), run('return Math.random()')]).size).toBe(3);
    sandbox.setTime(86_400_000);
    expect(run('return new Date().getDate()')).toBe('2');
    expect(sandbox.save([])?.isData).toBe(true);
    sandbox.dispose();
  });

  it('stops code in its realm at the time limit, and goes on', async () => {
    const sandbox = await freshSandbox(1, clock());
    expect(sandbox.runCode('for (;;);', 'null')).toMatchObject({
      message: msg`The expression did not end within ${1} s.`,
    });
    expect(sandbox.runCode('return 1', 'null')).toMatchObject({ json: '1' });
    sandbox.dispose();
  });

  it('works after expressions replace built-ins', async () => {
    expect(
      await outcomes(
        '(() => { JSON.stringify = JSON.parse = Array.isArray = Reflect.apply = String.raw = null; Array.prototype.push = null; Object.keys = null; return 1; })()',
        '[1, { a: 2 }]',
      ),
    ).toEqual(['1', '[1,{"a":2}]']);
  });
});

/** Expressions that leave traces or exceed a limit. */
const TRACES = [
  // Octal numbers are not strict.
  '(00, left = 1)',
  '(00, arguments.callee.left = (arguments.callee.left || 0) + 1)',
  'Array.prototype.left = Object.prototype.left = 1',
  'Object.defineProperty(Math, "left", { get() { return 1; } })',
  'delete Array.prototype.map',
  'Object.freeze(String.prototype)',
  'Object.setPrototypeOf(Date, null)',
  'JSON.stringify = Reflect.ownKeys = null',
  'RegExp.prototype.lastIndex = 7',
  'Math.random(), Math.random()',
  '(context.list.push(1), context.list.length)',
  '(() => { const all = []; for (;;) all.push("leftover".repeat(1e5)); })()',
  '(function f() { return f(); })()',
  '(() => { for (;;) {} })()',
];

/** Lists all built-ins with their members, and everything else by which an evaluation can detect earlier ones. */
const LOOK = `(() => {
  const seen = new Set(), lines = [];
  const names = (one) => Object.getOwnPropertyNames(one).sort();
  (function walk(one, path) {
    if (one === null || (typeof one !== 'object' && typeof one !== 'function') || seen.has(one)) return;
    seen.add(one);
    lines.push(path + ' ' + names(one).join() + ' ' + Object.isExtensible(one));
    walk(Object.getPrototypeOf(one), path + '^');
    for (const name of names(one)) {
      const own = Object.getOwnPropertyDescriptor(one, name);
      if ('value' in own) walk(own.value, path + '.' + name);
      else walk(own.get, path + ':' + name);
      if (typeof own.value !== 'object' && typeof own.value !== 'function') lines.push(path + '.' + name + ' ' + String(own.value));
    }
  })(globalThis, '');
  return [lines.join('\\n'), typeof left, Math.random(), Date.now(), new Uint8Array(1e5).join('') === '0'.repeat(1e5)];
})()`;

describe('successive sandboxes', () => {
  const engine = async () => {
    const loaded = await QuickJs.load(variant);
    return () => loaded.sandbox({ seed: 1, now: clock(), recognizesData: true });
  };
  const look = (sandbox: ReturnType<Awaited<ReturnType<typeof engine>>>) => {
    const value = sandbox.evaluate(LOOK, [], []);
    if (isSandboxError(value)) return formatMessage(value.message);
    const { json } = sandbox.describe(value);
    return json;
  };
  const soil = (sandbox: ReturnType<Awaited<ReturnType<typeof engine>>>, source: string) => {
    const context = sandbox.fromJson('{"list":[]}');
    for (let time = 0; time < 2; time++)
      // An endless evaluation takes as long again.
      if (isSandboxError(sandbox.evaluate(source, ['context'], [context]))) return;
  };

  it('share no state', async () => {
    const next = await engine();
    const first = next();
    const expected = look(first);
    first.dispose();
    expect(expected?.length).toBeGreaterThan(10_000);
    for (const trace of sample(TRACES, 4)) {
      const sandbox = next();
      soil(sandbox, trace);
      sandbox.dispose();
      const after = next();
      expect(look(after), trace).toBe(expected);
      expect(after.evaluate('(00, arguments.callee.left)', [], []), trace).not.toHaveProperty('message');
      after.dispose();
    }
  });

  it('share no state after a reset', async () => {
    const next = await engine();
    const first = next();
    const expected = look(first);
    expect(first.reset()).toBe(false);
    first.dispose();
    const sandbox = next();
    for (const trace of sample(TRACES, 4)) {
      soil(sandbox, trace);
      expect(sandbox.reset(), trace).toBe(true);
      expect(look(sandbox), trace).toBe(expected);
      expect(sandbox.reset()).toBe(true);
    }
    sandbox.dispose();
  });

  it('do not affect a sandbox that is still used', async () => {
    const next = await engine();
    next().dispose();
    const first = next();
    const kept = first.keep(first.fromJson('{"a":[1,2]}'));
    const second = next();
    soil(second, 'Array.prototype.left = 1');
    // Restoring the memory would destroy the other sandbox.
    expect(first.reset()).toBe(false);
    expect(second.reset()).toBe(false);
    second.dispose();
    const third = next();
    first.dispose();
    expect(first.evaluate('1', [], [])).toHaveProperty('kind', 'limit');
    const fourth = next();
    expect(
      [third, fourth].map((one) => one.describe(one.evaluate('typeof [].left', [], []) as ValueRef).text),
    ).toEqual(['undefined', 'undefined']);
    expect(kept).toBeLessThan(0);
    third.dispose();
    fourth.dispose();
  });
});
