import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, open, panelTitles, uriOf } from './editor';

const home = 'quiz-bot/state/0_home.yaml';

export function previewSuite(): void {
  const titles = () => panelTitles('preview');

  describe('the preview', () => {
    afterEach(closeAll);

    it('opens beside the editor, once', async () => {
      await open(home);
      await commands.executeCommand('atomicState.openPreview');
      await waitFor(() => assert.deepEqual(titles(), ['Preview of home_state']));
      assert.equal(window.tabGroups.all.length, 2);
      // The focus remains in the editor.
      assert.equal(window.activeTextEditor?.document.uri.toString(), uriOf(home).toString());
      await commands.executeCommand('atomicState.openPreview');
      assert.equal(titles().length, 1);
    });
  });
}
