import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commands, TabInputWebview, window } from 'vscode';
import { eventually } from '../patience';
import { closeAll, open, uriOf } from './editor';

const home = 'quiz-bot/state/0_home.yaml';
const main = 'quiz-bot/main.yaml';

/** The titles of the panels that show a graph. */
function titles(): string[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('atomicState.graph'))
    .map(({ label }) => label);
}

export function graphSuite(): void {
  describe('the state graph', () => {
    afterEach(closeAll);

    it('opens beside the editor, once for each project', async () => {
      await open(home);
      await commands.executeCommand('atomicState.openStateGraph');
      await eventually(() => assert.deepEqual(titles(), ['quiz-bot/main.yaml (States)']));
      assert.equal(window.tabGroups.all.length, 2);
      // The page has the focus only when it is asked for again.
      assert.equal(window.activeTextEditor?.document.uri.toString(), uriOf(home).toString());
      await open(main);
      await commands.executeCommand('atomicState.openStateGraph');
      await eventually(() => assert.equal(window.tabGroups.activeTabGroup.activeTab?.label, titles()[0]));
      assert.equal(titles().length, 1);
    });

    it('opens for the file that a title bar belongs to', async () => {
      await open(main);
      await commands.executeCommand('atomicState.openStateGraph', uriOf('lone/farewell.state.yaml'));
      await eventually(() => assert.deepEqual(titles(), ['lone/farewell.state.yaml (States)']));
    });
  });
}
