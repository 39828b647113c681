import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { type CompletionList, commands, languages, Uri, workspace } from 'vscode';
import { closeAll, codeOf, edited, findings } from '../host/editor';
import { MemoryFiles } from '../host/memory-files';
import { waitFor } from '../wait-for';

const home = 'quiz-bot/state/0_home.yaml';

/** Checks that the server answers: a mistake is reported until it is corrected. */
async function checkAlive(): Promise<void> {
  await edited(home, 'start_quiz: question_state', 'start_quiz: quiz_state', () =>
    waitFor(() => assert.deepEqual(findings(home).map(codeOf), ['unknown-target'])),
  );
  await waitFor(() => assert.deepEqual(findings(home).map(codeOf), []));
}

/** Tests some features, which other suites test completely, with a server that is a worker. */
export function workerSuite(): void {
  describe('the worker', () => {
    afterEach(closeAll);

    it('finds a mistake that another file decides', checkAlive);

    it('completes half-typed text', () =>
      edited(home, 'start_quiz: question_state', 'start_quiz: |', (document, cursor) =>
        waitFor(async () => {
          const { items } = await commands.executeCommand<CompletionList>(
            'vscode.executeCompletionItemProvider',
            document.uri,
            cursor,
          );
          const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
          assert.ok(labels.includes('question_state'), labels.join(' '));
        }),
      ));

    it('reads documents of an added folder of any scheme', async () => {
      const root = Uri.parse('later:/bot');
      const file = Uri.joinPath(root, 'main.yaml');
      const text = 'type: automata\ninitial: nowhere\nstates:\n  home: { transitions: { CHAT: home } }\n';
      const registration = workspace.registerFileSystemProvider(
        root.scheme,
        new MemoryFiles({ [file.path]: text }),
      );
      const count = workspace.workspaceFolders?.length ?? 0;
      assert.ok(count > 1, 'the first and the second folder would start all extensions anew');
      try {
        workspace.updateWorkspaceFolders(count, 0, { uri: root });
        await workspace.openTextDocument(file);
        await waitFor(() =>
          assert.deepEqual(languages.getDiagnostics(file).map(codeOf), ['unknown-initial']),
        );
      } finally {
        workspace.updateWorkspaceFolders(count, 1);
        registration.dispose();
      }
    });

    it('is replaced if it hangs, and the text that it processed is quarantined until it is edited', () =>
      edited(home, 'start_quiz: question_state', 'start_quiz: hanging_state', async (document) => {
        await waitFor(() => assert.deepEqual(findings(home).map(codeOf), ['unknown-target']));
        await commands.executeCommand('atomicState.stopForTest', document.uri.toString(), 'loop');
        await waitFor(() => assert.deepEqual(findings(home).map(codeOf), ['too-large']));
        assert.ok(document.isDirty);
        await edited(home, 'start_quiz: hanging_state', 'start_quiz: no_state', () =>
          waitFor(() => assert.deepEqual(findings(home).map(codeOf), ['unknown-target'])),
        );
      }).then(checkAlive));

    it('is replaced by a restart', async () => {
      await commands.executeCommand('atomicState.restartServer');
      await checkAlive();
    });
  });
}
