import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, open, panelTitles, uriOf } from './editor';

const home = 'quiz-bot/state/0_home.yaml';
const main = 'quiz-bot/main.yaml';

export function graphSuite(): void {
  const titles = () => panelTitles('graph');

  describe('the state graph', () => {
    afterEach(closeAll);

    it('opens beside the editor, once for each project', async () => {
      await open(home);
      await commands.executeCommand('atomicState.openStateGraph');
      await waitFor(() => assert.deepEqual(titles(), ['quiz-bot/main.yaml (States)']));
      assert.equal(window.tabGroups.all.length, 2);
      // The page has the focus only after the second command.
      assert.equal(window.activeTextEditor?.document.uri.toString(), uriOf(home).toString());
      await open(main);
      await commands.executeCommand('atomicState.openStateGraph');
      await waitFor(() => assert.equal(window.tabGroups.activeTabGroup.activeTab?.label, titles()[0]));
      assert.equal(titles().length, 1);
    });

    it('opens for the file of its title bar', async () => {
      await open(main);
      await commands.executeCommand('atomicState.openStateGraph', uriOf('lone/farewell.state.yaml'));
      await waitFor(() => assert.deepEqual(titles(), ['lone/farewell.state.yaml (States)']));
    });
  });
}

/** Where no user can click: the commands of the menu, with what the page passes to them. */
export function graphEditSuite(): void {
  describe('an edit in the state graph', () => {
    afterEach(closeAll);

    it('changes the text, and is undone in the editor', async () => {
      const document = await open(home);
      const before = document.getText();
      await commands.executeCommand('atomicState.openStateGraph');
      const given = { uri: uriOf(main).toString(), graphElements: ['home_state'], graphSeen: ['state'] };
      // Nothing can be edited before it is drawn.
      await waitFor(async () => {
        if (!document.isDirty) await commands.executeCommand('atomicState.graph.setFinal', given);
        assert.match(document.getText(), /is_final: true/);
      });
      // The edit ends with the focus in the graph, at times only after the text has been opened; an undo goes there then.
      await waitFor(async () => {
        await open(home);
        if (document.getText() !== before) await commands.executeCommand('undo');
        assert.equal(document.getText(), before);
      });
    });
  });
}
