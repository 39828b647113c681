import { expect, it } from 'vitest';
import { decidePromises } from '../../server/compare/promises/decide';
import { readScenarios } from '../../server/run/scenario/read-scenarios';
import { programOfFiles, sandboxMaker } from '../run/conversation';

const BOT = `initial: home
context: { paid: false }
states:
  home:
    render: { text: Home, buttons: [{ content: Pay, on_click: pay }, { content: Skip, on_click: skip }] }
    transitions: { pay: paid, skip: shop }
  paid:
    outputs: { context.paid: '{{true}}' }
    render: { text: Thanks, buttons: [{ content: Shop, on_click: shop }] }
    transitions: { shop: shop }
  shop:
    render: { text: Shop, buttons: [{ content: Home, on_click: home }] }
    transitions: { home: home }
`;

const PROMISES = `promises:
  - always_reachable: home
  - never: { state: shop, where: '{{!context.paid}}' }
  - reachable: { state: shop, where: '{{context.paid}}' }
`;

it('promises are decided in one sandbox at a time, which is much faster than in several', async () => {
  const newSandbox = await sandboxMaker();
  let [made, alive, most] = [0, 0, 0];
  const sandbox = () => {
    const one = newSandbox();
    const dispose = one.dispose.bind(one);
    made++;
    most = Math.max(most, ++alive);
    one.dispose = () => {
      alive--;
      dispose();
    };
    return one;
  };
  const { promises } = readScenarios(PROMISES, 'file:///a.scenario.yaml' as never);
  const decided = decidePromises(programOfFiles([{ path: 'main.yaml', text: BOT }]), promises, {
    sandbox,
    now: () => 0,
  });
  expect(decided.map(({ result }) => result)).toEqual(['proven', 'refuted', 'proven']);
  expect([most, alive]).toEqual([1, 0]);
  expect(made).toBeLessThan(10);
});
