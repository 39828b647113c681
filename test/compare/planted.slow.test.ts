import { expect, it } from 'vitest';
import { sandboxMaker } from '../run/conversation';
import { missesOf, plantedChanges } from './agents';

it('planted changes are reported with a conversation that shows them', { timeout: 1_200_000 }, async () => {
  const changes = plantedChanges();
  const misses = missesOf(changes, await sandboxMaker(), 300);
  expect(misses).toEqual([]);
  expect(changes.length).toBeGreaterThanOrEqual(60);
});
