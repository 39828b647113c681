import { expect, it, vi } from 'vitest';
import { pathAt } from '../../server/expression/completion-path';
import { parseExpression } from '../../server/expression/parse';
import { parseTemplate } from '../../server/expression/template';
import { infer } from '../../server/types/infer';
import { sample } from '../support/depth';
import { ROOT } from '../support/workspace';
import { InProcessServer, protocolPosition } from './server';

/** Expressions that would exhaust memory or time, or access the machine, if they were evaluated. */
const NASTY: readonly string[] = [
  "'a'.repeat(1e9)",
  "'a'.repeat(1e9).repeat(1e9)",
  "'a'.padEnd(1e9, 'b').padStart(2 ** 40)",
  'Array(1e9).fill(0)',
  'new Array(2 ** 32 - 1).fill([]).flat(Infinity)',
  'Array.from({ length: 1e9 }, (_, i) => i)',
  '[...Array(1e9).keys()]',
  '(f => f(f))(f => f(f))',
  '(function f() { return f() + f() })()',
  '(() => { for (;;) {} })()',
  '(() => { let s = "a"; while (true) s += s; })()',
  '/^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")',
  "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.replace(/(a|aa)+$/, '')",
  "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.match(new RegExp('(a*)*$'))",
  '10n ** 10n ** 10n',
  'BigInt("9".repeat(1e7))',
  'JSON.parse("[".repeat(1e6))',
  'Object.defineProperty(Object.prototype, "polluted", { value: 1 })',
  '({}).__proto__.polluted = 1',
  '({}).constructor.constructor("globalThis.polluted = 1")()',
  '[].constructor.prototype.polluted = 1',
  'globalThis.polluted = 1',
  'process.exit(1)',
  "require('fs').writeFileSync('polluted', '')",
  "import('fs')",
  "eval('globalThis.polluted = 1')",
  '(1).toFixed(1e9)',
  '({ get polluted() { globalThis.polluted = 1 } }).polluted',
  '[{ valueOf() { globalThis.polluted = 1 } }].map(Number) + 1',
  'new (class { constructor() { globalThis.polluted = 1 } })()',
  '(async () => { globalThis.polluted = 1 })()',
  '[3, 1].sort(() => { globalThis.polluted = 1 })',
  'setTimeout(() => { globalThis.polluted = 1 })',
  '"a".concat(...Array(1e7).fill("b"))',
  'Math.max(...Array(1e8))',
  `${'['.repeat(50)}'a'.repeat(1e8)${']'.repeat(50)}`,
  `'a'${'.repeat(1000)'.repeat(20)}`,
  `\`${'${`'.repeat(100)}${'`}'.repeat(100)}\``,
];

it.each(NASTY)('an expression is not executed: %s', (text) => {
  const start = performance.now();
  const { ast } = parseExpression(text);
  if (ast) expect(infer(ast, () => undefined).type).toBeDefined();
  pathAt(text, text.length);
  parseTemplate(`{{${text}}}`);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((globalThis as Record<string, unknown>).polluted).toBeUndefined();
  // Some milliseconds on an idle machine.
  expect(performance.now() - start).toBeLessThan(3000);
});

it('no request executes anything in a file', { timeout: 120_000 }, async () => {
  const states = NASTY.filter((text) => text.length < 1000).map((text, index) => {
    const value = JSON.stringify(`{{${text}}}`);
    return `  s${index}:
    inputs: {x: {type: text, default_value: ${value}}}
    outputs: {y: ${value}, context.z: ${value}}
    render: {text: ${value}, buttons: [{content: ${value}, on_click: {event: go, payload: {p: ${value}}}}]}
    transitions: {go: [{target: s0, condition: ${value}, target_inputs: {x: ${value}}}]}
`;
  });
  const file = `type: automata\ninitial: s0\ncontext: {z: 1}\nstates:\n${states.join('')}`;
  const server = await InProcessServer.start();
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const uri = `${ROOT}/a.automata.yaml`;
  await server.open(uri, file);
  for (const { index } of sample([...file.matchAll(/text: "\{\{/g)], 10))
    await server.askEverything(uri, protocolPosition(file, index + 12), protocolPosition(file, file.length));
  await server.stop();
  expect(server.thrown).toEqual([]);
  expect(exit).not.toHaveBeenCalled();
  exit.mockRestore();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((globalThis as Record<string, unknown>).polluted).toBeUndefined();
});
