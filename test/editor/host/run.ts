import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commands, TabInputWebview, window } from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, open } from './editor';

/** Automata run, wherever the extension does. */
export function runSuite(): void {
  /** The titles of the panels of a kind. */
  const titles = (kind: string) =>
    window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(kind))
      .map(({ label }) => label);

  describe('running', () => {
    afterEach(closeAll);

    it('shows a conversation in a panel, which has the name of the automata that is run', async () => {
      await open('quiz-bot/state/0_home.yaml');
      await commands.executeCommand('atomicState.run');
      await waitFor(() => assert.deepEqual(titles('atomicState.run'), ['Run quiz-bot/main.yaml']));
    });

    it('shows the conversation of a debug session in a panel', async () => {
      await open('quiz-bot/state/0_home.yaml');
      await commands.executeCommand('atomicState.debugAutomata');
      await waitFor(() => assert.deepEqual(titles('atomicState.debugConversation'), ['Debug Conversation']));
      await commands.executeCommand('workbench.action.debug.stop');
    });
  });
}
