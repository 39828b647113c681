import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, it } from 'mocha';
import { waitFor } from '../wait-for';
import { closeAll, codeOf, findings, open, uriOf } from './editor';

const main = 'quiz-bot/main.yaml';
const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';

/** Changes a file on disk, outside of the editor, and restores it at the end. */
async function onDisk(
  file: string,
  change: (path: string) => void,
  then: () => Promise<void>,
): Promise<void> {
  const path = uriOf(file).fsPath;
  const before = readFileSync(path);
  try {
    change(path);
    await then();
  } finally {
    writeFileSync(path, before);
  }
}

const codes = (file: string) => findings(file).map(codeOf);

export function diskSuite(): void {
  describe('changes on disk', () => {
    afterEach(closeAll);

    it('updates a state that is renamed in an unopened file', async () => {
      await open(home);
      await waitFor(() => assert.deepEqual(codes(home), []));
      await onDisk(
        question,
        (path) =>
          writeFileSync(path, readFileSync(path, 'utf8').replace('question_state:\n', 'ask_state:\n')),
        () => waitFor(() => assert.deepEqual(codes(home), ['unknown-target', 'unknown-target'])),
      );
      await waitFor(() => assert.deepEqual(codes(home), []));
    });

    it('updates an included file that is removed and restored', async () => {
      await open(main);
      await waitFor(() => assert.deepEqual(codes(main), []));
      await onDisk(
        'quiz-bot/data/questions.json',
        (path) => rmSync(path),
        () => waitFor(() => assert.deepEqual(codes(main), ['missing-file'])),
      );
      await waitFor(() => assert.deepEqual(codes(main), []));
    });

    it('reads a new file in the included folder', async () => {
      const path = uriOf('quiz-bot/state/2_extra.yaml').fsPath;
      await open(main);
      await onDisk(
        main,
        (mainPath) => {
          writeFileSync(
            mainPath,
            readFileSync(mainPath, 'utf8').replace('initial: home_state', 'initial: extra'),
          );
        },
        async () => {
          await waitFor(() => assert.deepEqual(codes(main), ['unknown-initial']));
          writeFileSync(path, 'extra:\n  render:\n    text: New\n  transitions:\n    CHAT: home_state\n');
          await waitFor(() => assert.deepEqual(codes(main), []));
          rmSync(path);
          await waitFor(() => assert.deepEqual(codes(main), ['unknown-initial']));
        },
      );
    });

    it('survives an included folder that becomes a file', async () => {
      const folder = uriOf('quiz-bot/state').fsPath;
      const aside = uriOf('quiz-bot/aside').fsPath;
      await open(main);
      await waitFor(() => assert.deepEqual(codes(main), []));
      renameSync(folder, aside);
      try {
        writeFileSync(folder, 'not a folder\n');
        await waitFor(() => assert.ok(codes(main).includes('missing-file'), codes(main).join(' ')));
      } finally {
        rmSync(folder);
        renameSync(aside, folder);
      }
      await waitFor(() => assert.deepEqual(codes(main), []));
    });
  });
}
