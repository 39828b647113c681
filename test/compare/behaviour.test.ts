import { expect, it } from 'vitest';
import { sandboxMaker } from '../run/conversation';
import { comparedBehaviour, exampleAgents, missesOf, plantedChanges, programFor } from './agents';

it.each(exampleAgents())('$name does not differ from itself', { timeout: 60_000 }, async (agent) => {
  const sandbox = await sandboxMaker();
  const { behaviour, turns } = comparedBehaviour(programFor(agent), programFor(agent), sandbox, 60);
  expect(behaviour).toEqual([]);
  expect(turns).toBeLessThanOrEqual(3 * 60);
});

it('some planted changes are reported with a conversation that shows them', { timeout: 60_000 }, async () => {
  const some = plantedChanges().filter((_, index) => index % 16 === 0);
  expect(missesOf(some, await sandboxMaker(), 150)).toEqual([]);
});
