import { expect, it } from 'vitest';
import * as lsp from 'vscode-languageserver-protocol/node';
import type { Client } from './client';
import { startClient } from './started';

/** The progress while a large workspace is read. */

type Step = lsp.WorkDoneProgressBegin | lsp.WorkDoneProgressReport | lsp.WorkDoneProgressEnd;

/** A workspace with a number of files, and the progress while they are read. */
async function reading(files: number, window: lsp.WindowClientCapabilities): Promise<[Client, Step[]]> {
  const texts = Array.from({ length: files }, (_, index) => [
    `${index}.state.yaml`,
    'type: state\nrender:\n  text: hi\n',
  ]);
  const editor = await startClient(Object.fromEntries(texts), { window });
  const steps: Step[] = [];
  editor.connection.onRequest(
    'window/workDoneProgress/create',
    ({ token }: lsp.WorkDoneProgressCreateParams) => {
      editor.connection.onProgress(lsp.WorkDoneProgress.type, token, (step) => {
        steps.push(step);
      });
      return null;
    },
  );
  return [editor, steps];
}

it('progress is reported while many files are read', async () => {
  const [editor, steps] = await reading(230, { workDoneProgress: true });
  await editor.until(() => steps.at(-1)?.kind === 'end');
  expect(steps[0]).toMatchObject({ kind: 'begin', title: 'Atomic State', message: 'reading 230 files' });
  const percentages = steps.flatMap((step) => (step.kind === 'report' ? [step.percentage] : []));
  expect(percentages).toEqual([21, 43, 65, 86, 100]);
  expect((await editor.workspaceReports()).size).toBe(230);
});

it('no progress is reported for few files, or to a client without support', async () => {
  const [few, noSteps] = await reading(20, { workDoneProgress: true });
  await few.until(async () => (await few.workspaceReports()).size === 20);
  expect(noSteps).toEqual([]);
  const [blind, unseen] = await reading(230, {});
  await blind.until(async () => (await blind.workspaceReports()).size === 230);
  expect(unseen).toEqual([]);
});

it('requests about an open file are answered before all files are read', async () => {
  const [editor, steps] = await reading(1_000, { workDoneProgress: true });
  await editor.open('0.state.yaml', 'type: state\nrende:\n  text: hi\n');
  expect(await editor.codes('0.state.yaml')).toContain('1 unknown-field');
  expect(steps.at(-1)?.kind).not.toBe('end');
});
