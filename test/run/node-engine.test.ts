import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { explore } from '../../server/run/explore/explore';
import {
  isSandboxError,
  type Sandbox,
  type SandboxError,
  type ValueRef,
} from '../../server/run/sandbox/sandbox';
import { describeSamples } from '../support/real-files';
import { freshSandbox, programOfFiles, sandboxMaker } from './conversation';
import { automataIn } from './rules/subjects';

/** The result of an expression in either engine: its value as JSON, or the name of its error. */
type Outcome = { readonly json: string | undefined } | { readonly error: string };

/** Evaluates an expression in Node. Variables are JSON or `undefined`. */
function outcomeInNode(source: string, variables: Readonly<Record<string, string>>): Outcome {
  const names = Object.keys(variables);
  const values = Object.values(variables).map((json) =>
    json === 'undefined' ? json : `JSON.parse(${JSON.stringify(json)})`,
  );
  // An arrow function would have no `arguments`.
  const code = `(() => { try { return { json: JSON.stringify((function (${names.join()}) { return (${source}\n); })(${values.join()})) }; }
    catch (error) { return { error: error.name }; } })()`;
  try {
    const found = runInNewContext(code) as Outcome;
    return { ...found };
  } catch (error) {
    return { error: (error as Error).name };
  }
}

const EXPRESSIONS: readonly string[] = [
  '1 + "2"',
  '"3" * "4"',
  '[] + {}',
  '[1, 2] == "1,2"',
  'null ?? "a"',
  '0 || null',
  '0.1 + 0.2',
  '(-7) % 3',
  '2 ** -1',
  '1 / 0',
  '-0',
  '5 >>> 1 ^ 3 & ~1',
  'typeof null + typeof undefined + typeof gone',
  'void 0',
  '"b" > "a" && !"" && "x" !== "y"',
  '((a, { b = 2, ...c } = {}, ...d) => [a, b, c, d])(1, { e: 3 }, 4)',
  '[3, 20, 100].sort()',
  '[3, 20, 100].toSorted((a, b) => b - a)',
  '[1, [2, [3, [4]]]].flat(2)',
  '[1, 2, 3].at(-1) + [1, 2].indexOf(3) + [NaN].includes(NaN)',
  '[,1].map((one) => one ?? 0)',
  'Object.entries({ b: 1, 2: 2, a: 3, 1: 4 })',
  'Object.fromEntries(new Map([["a", 1]]))',
  '[...new Set([1, 1, 2])]',
  '"a-b_c".split(/[-_]/)',
  '"aXbX".replaceAll("X", (all, at) => at)',
  '"Order 12 of 30".match(/\\d+/g).map(Number)',
  '"x=1".replace(/(?<name>\\w)=(\\d)/, "$<name>:$2$$")',
  '"é".normalize("NFD").length + "😀".length + [..."😀"].length',
  '"ß".toUpperCase() + "İ".toLowerCase()',
  '"abc".slice(-2) + "abc".substring(2, 0) + "abc".padStart(5, "*")',
  '"a,b,".split(",")',
  'parseInt("12px") + parseFloat(".5e1x")',
  'Number("") + Number(" 12 ") + Number("0x1f")',
  'Number("1_0")',
  '(1234.5678).toFixed(2) + (0.000001234).toString() + (1e21).toString()',
  '(255).toString(16) + (5).toString().padEnd(3, "0")',
  '(1.005).toFixed(2) + (25).toPrecision(1)',
  'Math.round(-0.5) + Math.round(2.5) + Math.max() + Math.hypot(3, 4)',
  'JSON.stringify({ a: [undefined, () => 1, NaN], b: undefined, c: new Date(0) })',
  'JSON.stringify([1, { a: 2 }], null, 1)',
  'JSON.parse("[1, {\\"a\\": null}]")',
  'new Date(Date.UTC(2024, 1, 29)).toISOString()',
  'new Date("2024-02-29T12:00:00Z").getTime()',
  'new Date(NaN).getTime()',
  'encodeURIComponent("a b&ü") + decodeURI("%20")',
  '`a${[1, 2]}${{}}${null}`',
  '((o) => o?.a?.[0]?.())({ a: [] })',
  '(() => { let s = 0; for (const [i, one] of [5, 6].entries()) s += i * one; return s; })()',
  '(() => { try { null.x; } catch { return "caught"; } finally { } })()',
  '(() => { switch (3) { case 1: return 1; default: return 2; } })()',
  '(() => { class A { #x = 1; get x() { return this.#x; } static y = 2; } return [new A().x, A.y]; })()',
  '(function* () { yield* [1, 2]; })().next()',
  '9007199254740993n.toString()',
  'gone',
  'gone.member',
  'null.member',
  'undefined()',
  '({}).method()',
  '[].reduce((a, b) => a + b)',
  'new (class { constructor() { this.x.y; } })()',
  'const',
  '1 +',
  'a => {',
  'JSON.parse("{")',
  '"x".repeat(-1)',
  'new Array(-1)',
  '(1).toFixed(101)',
  'Symbol() + ""',
  '1n + 1',
  'BigInt(1.5)',
  'new RegExp("(")',
  '(() => { const a = 1; a = 2; })()',
  '(() => { "use strict"; undeclared = 1; })()',
  '(() => { x; let x = 1; })()',
  'decodeURIComponent("%")',
  '(() => { throw new RangeError("no"); })()',
  'Object.defineProperty({}, 0, { get: 1 })',
  '(() => { const a = {}; a.a = a; return JSON.stringify(a); })()',
  '1 in "text"',
  '[] instanceof 1',
  '[...1]',
  '({ ...null, ...[7], ...1 })',
  'new Proxy([], {}) instanceof Array',
];

/** Expressions for which QuickJS differs, with their results there. */
const DIFFERENCES: readonly (readonly [source: string, outcome: Outcome])[] = [
  ['({ ..."ab" })', { json: '{}' }],
  ['typeof Intl', { json: '"undefined"' }],
];

async function outcomesInSandbox(sources: readonly string[]): Promise<readonly Outcome[]> {
  const sandbox = await freshSandbox();
  const found = sources.map((source) => outcomeOf(sandbox, sandbox.evaluate(source, [], [])));
  sandbox.dispose();
  return found;
}

function outcomeOf(sandbox: Sandbox, value: ValueRef | SandboxError): Outcome {
  if (!isSandboxError(value)) return { json: sandbox.describe(value).json };
  return { error: /^\w+/.exec(String(value.message))?.[0] ?? '' };
}

it('expressions give the same values and errors as in Node', async () => {
  const found = await outcomesInSandbox(EXPRESSIONS);
  expect(EXPRESSIONS.map((source, at) => [source, found[at]])).toEqual(
    EXPRESSIONS.map((source) => [source, outcomeInNode(source, {})]),
  );
});

it('a few known expressions give other values than in Node', async () => {
  const sources = DIFFERENCES.map(([source]) => source);
  expect(await outcomesInSandbox(sources)).toEqual(DIFFERENCES.map(([, outcome]) => outcome));
  for (const [source, outcome] of DIFFERENCES) expect(outcomeInNode(source, {})).not.toEqual(outcome);
});

/** Code that may change a variable or give another value each time. */
const IMPURE =
  /(?<![=!<>])=(?![=>])|\+\+|--|Date|random|\.(?:push|pop|shift|unshift|splice|sort|reverse|fill)\(/;

const examples = () => automataIn(join(import.meta.dirname, '../../examples'), 'examples');
const real = (folder: string) => automataIn(folder, 'real');

describeSamples(examples, real, (automata) => {
  it('their expressions give the same values and errors as in Node', {
    timeout: 60_000,
  }, async () => {
    const newSandbox = await sandboxMaker();
    const subjects = automata.filter(({ main }) => main === 'main.yaml');
    const compared = new Set<string>();
    for (const { files } of subjects) {
      let sandbox: Sandbox | undefined;
      explore(programOfFiles(files), {
        sandbox: () => {
          sandbox = newSandbox();
          return sandbox;
        },
        now: () => 0,
        maxSteps: 50,
        onEvaluate: ({ text, expression: { body }, variables, result }) => {
          const source = text.slice(body.start, body.end);
          if (sandbox === undefined || IMPURE.test(source)) return;
          const values: [string, string][] = [];
          for (const [name, value] of variables) {
            const { kind, json } = sandbox.describe(value);
            if (json === undefined && kind !== 'undefined') return;
            if (/^[a-z_$][\w$]*$/i.test(name)) values.push([name, json ?? 'undefined']);
          }
          const key = JSON.stringify([source, values]);
          if (compared.has(key)) return;
          compared.add(key);
          expect([source, outcomeOf(sandbox, result)]).toEqual([
            source,
            outcomeInNode(source, Object.fromEntries(values)),
          ]);
        },
      });
    }
    expect(compared.size).toBeGreaterThan(100);
  });
});
