/** The language server is killed while texts are not saved. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { type CompletionList, commands, extensions, type Hover, workspace } from 'vscode';
import { hashOf } from '../../../server/text/hash';
import { processesOf, seesProcesses } from '../processes';
import { delay, waitFor } from '../wait-for';
import { bytesOf, closeAll, codeOf, edited, findings, open, place, uriOf } from './editor';

const home = 'quiz-bot/state/0_home.yaml';
const big = 'other/big.automata.yaml';

// Buttons raise the events, because a file with too many findings would also be `too-large`.
const states = Array.from(
  { length: 1500 },
  (_, at) =>
    `  s${at}:\n    render: {buttons: [{content: Go, on_click: go}]}\n    transitions: {go: s${at + 1}}\n`,
);
const bigText = `type: automata\ninitial: s0\nstates:\n${states.join('')}`;

/** The processes of the language server that are children of this one; other suites have their own. */
export function serverProcesses(): number[] {
  const extension = extensions.getExtension('atomic-state.atomic-state');
  assert.ok(extension);
  return processesOf(join(extension.extensionPath, 'dist', 'server.js')).filter((pid) =>
    new RegExp(`^PPid:\\s*${process.pid}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8')),
  );
}

/** The process of a server, once it is another one than before. */
function nextServer(before?: number): Promise<number> {
  return waitFor(() => {
    const [pid] = serverProcesses();
    assert.ok(pid !== undefined && pid !== before);
    return pid;
  });
}

/** The file in which a server notes the file that it processes. */
function noteOf(pid: number): string | undefined {
  return readdirSync(`/proc/${pid}/fd`)
    .map((name) => readlinkSync(`/proc/${pid}/fd/${name}`))
    .find((path) => path.endsWith('processed-file.json'));
}

/**
 * Kills a server while it processes a text of a file, which may have another one on disk. It is stopped first, so that
 * it does not continue with another file.
 */
async function killDuring(file: string, text: string, pid: number): Promise<void> {
  const note = await waitFor(() => {
    const path = noteOf(pid);
    assert.ok(path);
    return path;
  });
  const noted = JSON.stringify({ uri: uriOf(file).toString(), hash: hashOf(text) });
  const isNoted = () => readFileSync(note, 'utf8').startsWith(noted);
  const limit = performance.now() + 60_000;
  for (;;) {
    while (!isNoted()) {
      assert.ok(performance.now() < limit, `${file} is processed`);
      await delay(0);
    }
    process.kill(pid, 'SIGSTOP');
    await delay(5);
    if (isNoted()) {
      break;
    }
    process.kill(pid, 'SIGCONT');
  }
  process.kill(pid, 'SIGKILL');
}

/** The answers of the server about the edited file. */
async function answers(): Promise<unknown> {
  return waitFor(async () => {
    const document = await workspace.openTextDocument(uriOf(home));
    const at = place(document, 'start_quiz: |quiz_state');
    const { uri } = document;
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      at,
    );
    const names = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    const symbols = await commands.executeCommand<unknown[]>('vscode.executeDocumentSymbolProvider', uri);
    const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, at);
    const texts = hovers.flatMap(({ contents }) =>
      contents.map((one) => (typeof one === 'string' ? one : one.value)),
    );
    // A starting server does not answer.
    assert.ok(names.includes('question_state') && symbols?.length > 0 && texts.length > 0);
    assert.deepEqual(findings(home).map(codeOf), ['unknown-target']);
    return JSON.parse(JSON.stringify({ names, symbols, texts }));
  });
}

export function crashSuite(): void {
  describe('when the server is killed', () => {
    before(function () {
      if (!seesProcesses) {
        this.skip();
      }
    });
    after(async () => {
      await closeAll();
      // Missing if only another test of the suite runs.
      await workspace.fs.delete(uriOf(big)).then(undefined, () => undefined);
      await commands.executeCommand('atomicState.restartServer');
    });

    it('answers like a fresh start, with unsaved changes', async () => {
      await edited(home, 'start_quiz: question_state', 'start_quiz: quiz_state', async () => {
        const before = await answers();
        const [pid] = serverProcesses();
        assert.ok(pid);
        process.kill(pid, 'SIGKILL');
        await nextServer(pid);
        assert.deepEqual(await answers(), before);
        await commands.executeCommand('atomicState.restartServer');
        assert.deepEqual(await answers(), before);
      });
    });

    it('quarantines a file that crashes it twice until it is edited, and no other', async () => {
      await workspace.fs.writeFile(uriOf(big), bytesOf(bigText.replace('s0', 's1')));
      await edited(home, 'start_quiz: question_state', 'start_quiz: quiz_state', async () => {
        const before = await answers();
        await open(big);
        await edited(big, 'initial: s1', 'initial: s0', async (document) => {
          await commands.executeCommand('atomicState.restartServer');
          const first = await nextServer();
          await killDuring(big, bigText, first);
          const second = await nextServer(first);
          await killDuring(big, bigText, second);
          await nextServer(second);
          await waitFor(() => {
            assert.deepEqual(findings(big).map(codeOf), ['too-large']);
            assert.match(findings(big)[0]?.message ?? '', /stopped twice/);
            assert.equal(findings(big)[0]?.range.start.line, 0);
          });
          assert.ok(document.isDirty);
          assert.deepEqual(await answers(), before);
          await edited(big, 'initial: s0', 'initial: s2', async () => {
            await waitFor(() => assert.ok(findings(big).map(codeOf).includes('unknown-target')));
            assert.ok(!findings(big).map(codeOf).includes('too-large'));
          });
        });
      });
    });
  });
}
