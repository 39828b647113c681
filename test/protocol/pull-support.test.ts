import { expect, it } from 'vitest';
import { startClient } from './started';

/** Clients that declare that they request diagnostics. */

const PATH = 'a.automata.yaml';
const TEXT = 'type: automata\ninitial: hom\nstates:\n  home: {transitions: {CHAT: home}}\n';

it('diagnostics are published to a client that does not request them', async () => {
  const editor = await startClient({});
  await editor.open(PATH, TEXT);
  await editor.until(() => editor.pushedCodes(PATH)?.[0] === '1 unknown-initial');
  await editor.change(PATH, [{ text: TEXT.replace('hom\n', 'home\n') }]);
  await editor.until(() => editor.pushedCodes(PATH)?.length === 0);
});

it('published diagnostics are cleared when a client requests them', async () => {
  const editor = await startClient({});
  await editor.open(PATH, TEXT);
  await editor.until(() => editor.pushedCodes(PATH)?.[0] === '1 unknown-initial');
  expect(await editor.codes(PATH)).toEqual(['1 unknown-initial']);
  await editor.until(() => editor.pushedCodes(PATH)?.length === 0);
  const published = editor.publications;
  await editor.change(PATH, [{ text: TEXT.replace('hom\n', 'hme\n') }]);
  expect(await editor.codes(PATH)).toEqual(['1 unknown-initial']);
  // A delay longer than that before diagnostics are published.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(editor.publications).toBe(published);
});

it('no diagnostics are published to a client that requests them', async () => {
  const editor = await startClient({});
  await editor.open(PATH, TEXT);
  expect(await editor.codes(PATH)).toEqual(['1 unknown-initial']);
  // Longer than the server waits for the first request.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(editor.publications).toBe(0);
});
