import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { commands, window, workspace } from 'vscode';
import { waitFor } from '../wait-for';
import { bytesOf, closeAll, open, uriOf } from './editor';

const FILES = {
  'scenarios/main.yaml': 'type: automata\ninitial: home\nstates:\n  home:\n    render: { text: Hello }\n',
  'scenarios/a.scenario.yaml':
    'scenarios:\n  - name: fails\n    steps:\n      - expect:\n          state: home\n          text: Goodbye\n',
};

export function scenarioSuite(): void {
  describe('scenarios in the Test Explorer', () => {
    before(async () => {
      for (const [file, text] of Object.entries(FILES))
        await workspace.fs.writeFile(uriOf(file), bytesOf(text));
    });
    after(async () => {
      await closeAll();
      await workspace.fs.delete(uriOf('scenarios'), { recursive: true });
    });

    it('fail at the expectation that is not met', async () => {
      await open('scenarios/a.scenario.yaml');
      await waitFor(async () => {
        await commands.executeCommand('testing.runCurrentFile');
        await commands.executeCommand('testing.goToNextMessage');
        const { document, selection } = window.activeTextEditor ?? {};
        assert.equal(document?.uri.toString(), uriOf('scenarios/a.scenario.yaml').toString());
        assert.equal(selection?.start.line, 5);
      });
    });
  });
}
