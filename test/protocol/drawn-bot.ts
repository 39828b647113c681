/** A bot with two states for tests of drawings; one is open in the editor. */

import type { Range } from 'vscode-languageserver-protocol';
import { Client } from './client';

/**
 * Starts a server with the bot and a file that is not a state file, `values.yaml`.
 *
 * @param home the text of `bot/state/home.yaml`, which is open; the other state is `quiz`
 * @param isKnown whether the server has found the bot around its file
 */
export async function startGraphProject(
  home: string,
  isKnown: (editor: Client) => Promise<boolean>,
): Promise<Client> {
  const editor = await Client.start({
    'bot/main.yaml': 'initial: home\nstates: !include state\n',
    'bot/state/home.yaml': home,
    'bot/state/quiz.yaml': 'quiz:\n  render: { text: 1 }\n',
    'values.yaml': 'a: 1\n',
  });
  await editor.open('bot/state/home.yaml', home);
  await editor.until(() => isKnown(editor));
  return editor;
}

/** Changes the open file and waits for the notification that drawings may have changed. */
export async function changeAndAwaitDrawing(editor: Client, range: Range, text: string): Promise<void> {
  const changes = () =>
    editor.notes.filter(({ method }) => method === 'atomicState/stateGraphChanged').length;
  const before = changes();
  await editor.change('bot/state/home.yaml', [{ range, text }]);
  await editor.until(() => changes() > before);
}

/** A part of one line. */
export function inLine(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: end } };
}
