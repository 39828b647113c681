import { expect, it } from 'vitest';
import { hostIn } from '../../server/cli/commands/dap';
import { commandFiles } from '../../server/cli/watched';
import { VariableLister } from '../../server/debug/frames';
import { isSandboxError, type Sandbox } from '../../server/run/sandbox/sandbox';
import { formatMessage } from '../../server/text/message';
import { freshSandbox } from '../run/conversation';

it.each([
  ['a list', 'Array.from({ length: 1000 }, (_, i) => ({ i }))'],
  ['an object', 'Object.fromEntries(Array.from({ length: 1000 }, (_, i) => ["k" + i, { i }]))'],
])('the members of %s are read together, as each call of the sandbox has a cost', async (_, source) => {
  const sandbox = await freshSandbox();
  const value = sandbox.evaluate(source, [], []);
  if (isSandboxError(value)) throw new Error(formatMessage(value.message));
  let calls = 0;
  const counting = new Proxy(sandbox, {
    get(target, name: keyof Sandbox) {
      calls++;
      return target[name].bind(target);
    },
  });
  const lister = new VariableLister(
    { position: 0, point: undefined, moment: undefined },
    [],
    counting,
    () => 1,
    (message) => formatMessage(message),
  );
  const listed = lister.list({ kind: 'members', frame: 0, value, expression: 'all' }, {});
  expect([listed.length, listed.at(-1)?.value]).toEqual([1000, '{i: 999}']);
  expect(calls).toBeLessThan(50);
  sandbox.dispose();
});

/** The names and values of the members of an expression. */
async function membersOf(source: string, before = '0', now?: () => number): Promise<string[]> {
  const sandbox = await freshSandbox(1, now);
  sandbox.evaluate(before, [], []);
  const value = sandbox.evaluate(source, [], []);
  if (isSandboxError(value)) throw new Error(formatMessage(value.message));
  const stop = { position: 0, point: undefined, moment: undefined };
  const lister = new VariableLister(stop, [], sandbox, () => 1, formatMessage);
  const listed = lister.list({ kind: 'members', frame: 0, value, expression: 'all' }, {});
  sandbox.dispose();
  return listed.map((one) => `${one.name} = ${one.value}`);
}

it.each([
  ['many long texts', 'Array(150).fill("x".repeat(2e4))', '0', 150],
  [
    'many long names',
    'Object.fromEntries(Array.from({ length: 4000 }, (_, i) => ["k".repeat(400) + i, 1]))',
    '0',
    372,
  ],
  ['an object after JSON was replaced', '({ a: 1, b: [] })', 'JSON.stringify = () => "x"', 2],
  [
    'an object after the methods of lists were replaced',
    '({ a: 1, b: [] })',
    '[].__proto__.map = () => "x"',
    2,
  ],
])('the members of %s can be listed', async (_, source, before, count) => {
  const listed = await membersOf(source, before);
  expect(listed).toHaveLength(count);
  expect(listed.filter((one) => one.includes('cannot be shown'))).toEqual([]);
});

it('slow members are listed within the time of a step', async () => {
  const source = `(() => { const a = {}; for (let i = 0; i < 40; i++) Object.defineProperty(a, 'k' + i, { enumerable: true, get() { for (;;); } }); return a; })()`;
  let time = 0;
  const listed = await membersOf(source, '0', () => time++);
  expect(listed).toHaveLength(40);
  expect(listed.at(-1)).toBe('k39 = <The expressions of this step took more than 2 s.>');
  expect(time).toBeLessThan(4000);
});

it('a session that steps back has a sandbox that can be saved, so that it need not replay the whole conversation', async () => {
  const newSandbox = await hostIn({ folder: '.', files: commandFiles() }).sandbox(1);
  const sandbox = newSandbox(true);
  expect(sandbox.save([])?.isData).toBe(true);
  sandbox.dispose();
});
