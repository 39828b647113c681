import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { type CompletionList, commands } from 'vscode';
import { closeAll, codeOf, edited, eventually, findings } from '../host/editor';

const home = 'quiz-bot/state/0_home.yaml';

/** That the server answers: a mistake is found, and gone when it is mended. */
async function checkAlive(): Promise<void> {
  await edited(home, 'start_quiz: question_state', 'start_quiz: quiz_state', () =>
    eventually(() => assert.deepEqual(findings(home).map(codeOf), ['unknown-target'])),
  );
  await eventually(() => assert.deepEqual(findings(home).map(codeOf), []));
}

/** What is asked of each feature elsewhere, asked of a few: that they reach a server which is a worker. */
export function workerSuite(): void {
  describe('the worker', () => {
    afterEach(closeAll);

    it('finds a mistake, over files', checkAlive);

    it('completes what is being typed', () =>
      edited(home, 'start_quiz: question_state', 'start_quiz: |', (document, cursor) =>
        eventually(async () => {
          const { items } = await commands.executeCommand<CompletionList>(
            'vscode.executeCompletionItemProvider',
            document.uri,
            cursor,
          );
          const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
          assert.ok(labels.includes('question_state'), labels.join(' '));
        }),
      ));

    it('is another one after a restart', async () => {
      await commands.executeCommand('atomicState.restartServer');
      await checkAlive();
    });
  });
}
