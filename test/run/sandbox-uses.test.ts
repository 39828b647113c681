import { expect, it } from 'vitest';
import { loadSandboxes } from '../../server/sandbox';

it('an open conversation is in another memory than the sandboxes of scenarios and explorations', async () => {
  const conversations = await loadSandboxes('conversation');
  const batch = await loadSandboxes('batch');
  expect(batch).not.toBe(conversations);
  expect([await loadSandboxes('conversation'), await loadSandboxes('batch')]).toEqual([conversations, batch]);
});
