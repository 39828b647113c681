import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { ConfigurationTarget, commands, TabInputWebview, window, workspace } from 'vscode';
import { waitFor } from '../wait-for';
import { bytesOf, closeAll, open, uriOf } from './editor';

const scenarios = 'quiz-bot/failing.scenario.yaml';

/** Tests running automata and scenarios on each platform. */
export function runSuite(): void {
  /** The titles of the panels of a kind. */
  const titles = (kind: string) =>
    window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(kind))
      .map(({ label }) => label);

  describe('running', () => {
    afterEach(closeAll);

    it('shows a conversation in a panel with the name of the automata', async () => {
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

    it('runs scenarios and locates a failure', async () => {
      const text = 'scenarios:\n  - name: fails\n    steps:\n      - expect: { text: Good night }\n';
      const settings = workspace.getConfiguration('testing');
      const opens = 'automaticallyOpenPeekView';
      await settings.update(opens, 'failureAnywhere', ConfigurationTarget.Global);
      await workspace.fs.writeFile(uriOf(scenarios), bytesOf(text));
      try {
        await open('quiz-bot/main.yaml');
        await waitFor(async () => {
          await commands.executeCommand('testing.runAll');
          const shown = window.visibleTextEditors.map(({ document }) => document.uri.toString());
          assert.ok(shown.includes(uriOf(scenarios).toString()), shown.join());
        });
      } finally {
        await commands.executeCommand('testing.clearTestResults');
        await settings.update(opens, undefined, ConfigurationTarget.Global);
        await workspace.fs.delete(uriOf(scenarios));
      }
    });
  });
}
