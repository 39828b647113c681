/** The language server is killed while texts are not saved. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { type CompletionList, commands, extensions, type Hover, workspace } from 'vscode';
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
        // While it works, the file would be quarantined.
        await delay(1000);
        const [pid] = serverProcesses();
        assert.ok(pid);
        process.kill(pid, 'SIGKILL');
        await nextServer(pid);
        assert.deepEqual(await answers(), before);
        await commands.executeCommand('atomicState.restartServer');
        assert.deepEqual(await answers(), before);
      });
    });

    it('quarantines a file on which it hangs until the file is edited, and no other', async () => {
      await workspace.fs.writeFile(uriOf(big), bytesOf(bigText.replace('s0', 's1')));
      await edited(home, 'start_quiz: question_state', 'start_quiz: quiz_state', async () => {
        const before = await answers();
        await open(big);
        await edited(big, 'initial: s1', 'initial: s0', async (document) => {
          await waitFor(() => assert.ok(findings(big).map(codeOf).includes('unknown-target')));
          const [pid] = serverProcesses();
          await commands.executeCommand('atomicState.stopForTest', uriOf(big).toString(), 'loop');
          await nextServer(pid);
          await waitFor(() => {
            assert.deepEqual(findings(big).map(codeOf), ['too-large']);
            assert.match(findings(big)[0]?.message ?? '', /ended while it processed this file/);
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
