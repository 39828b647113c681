import { expect, it } from 'vitest';
import { VariableLister } from '../../server/debug/frames';
import { isSandboxError, type Sandbox } from '../../server/run/sandbox';
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
