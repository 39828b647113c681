import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'mocha';
import { commands, extensions, Range, window, workspace } from 'vscode';
import { seesProcesses } from '../processes';
import { waitFor } from '../wait-for';
import { serverProcesses } from './crashes';
import { closeAll, codeOf, edited, findings, open, place, uriOf } from './editor';

const home = 'quiz-bot/state/0_home.yaml';

/** Checks that the server answers: a mistake is reported until it is corrected. */
async function checkAlive(): Promise<void> {
  await edited(home, 'start_quiz: question_state', 'start_quiz: quiz_state', () =>
    waitFor(() => assert.deepEqual(findings(home).map(codeOf), ['unknown-target'])),
  );
  await waitFor(() => assert.deepEqual(findings(home).map(codeOf), []));
}

export function commandSuite(): void {
  describe('commands', () => {
    before(() => open(home));
    afterEach(closeAll);

    it('are the ones in the manifest', async () => {
      const declared: { command: string }[] =
        extensions.getExtension('atomic-state.atomic-state')?.packageJSON.contributes.commands ?? [];
      assert.ok(declared.length >= 2);
      const registered = await commands.getCommands(true);
      for (const { command } of declared) {
        assert.ok(registered.includes(command), command);
      }
    });

    it('restart the server', async () => {
      await commands.executeCommand('atomicState.restartServer');
      await checkAlive();
    });

    it('show the output', async () => {
      await commands.executeCommand('atomicState.showOutput');
      await waitFor(() => {
        const shown = workspace.textDocuments.find(
          ({ uri, languageId }) => uri.scheme === 'output' && languageId === 'log',
        );
        assert.ok(shown);
      });
      await commands.executeCommand('workbench.action.closePanel');
    });

    it('trace the findings at the cursor', async () => {
      const trace = await waitFor(async () => {
        const document = await open(home);
        const cursor = place(document, 'start_quiz: |question_state');
        await window.showTextDocument(document, { selection: new Range(cursor, cursor) });
        await commands.executeCommand('atomicState.traceFindings');
        const shown = window.activeTextEditor?.document;
        assert.deepEqual([shown?.uri.scheme, shown?.languageId], ['untitled', 'plaintext']);
        assert.equal(window.tabGroups.all.length, 2);
        const text = shown?.getText() ?? '';
        await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
        // There is nothing to explain before the file is checked.
        assert.ok(!text.includes('not computed'), text);
        return text;
      });
      assert.match(
        trace,
        /^0_home\.yaml, lines 1 to \d+, revision \d+\n\nProject 1 of 1: main\.yaml\nfindings 0_home\.yaml: /,
      );
      assert.ok(!trace.includes(uriOf('').path), trace);
    });

    it('are not needed after a crash of the server', async function () {
      if (!seesProcesses) {
        this.skip();
      }
      await open(home);
      const before = serverProcesses();
      assert.equal(before.length, 1);
      for (const pid of before) {
        process.kill(pid, 'SIGKILL');
      }
      await waitFor(() => {
        const after = serverProcesses();
        assert.equal(after.length, 1);
        assert.notDeepEqual(after, before);
      });
      await checkAlive();
    });
  });
}
