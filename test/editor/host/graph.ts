import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commands, TabInputWebview, window } from 'vscode';
import { closeAll, delay, eventually, open, uriOf } from './editor';

const home = 'quiz-bot/state/0_home.yaml';
const main = 'quiz-bot/main.yaml';

/** The titles of the panels that show a graph. */
function titles(): string[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('atomicState.graph'))
    .map(({ label }) => label);
}

/** Waits until the panel has its title, which the page asks for; in a browser a page can take very long to load. */
async function pageLoaded(): Promise<void> {
  const limit = performance.now() + 35_000;
  while ((titles().length === 0 || titles().includes('States')) && performance.now() < limit) {
    await delay(200);
  }
}

export function graphSuite(): void {
  describe('the state graph', () => {
    afterEach(closeAll);

    it('opens beside the editor, once for each project', async () => {
      await open(home);
      await commands.executeCommand('atomicState.openStateGraph');
      await pageLoaded();
      assert.deepEqual(titles(), ['quiz-bot/main.yaml (States)']);
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
      await pageLoaded();
      assert.deepEqual(titles(), ['lone/farewell.state.yaml (States)']);
    });
  });
}
