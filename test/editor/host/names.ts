import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { type CodeLens, commands, type Location, type SymbolInformation, type WorkspaceEdit } from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, open, place } from './editor';

const main = 'quiz-bot/main.yaml';
const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';

const short = (uri: { path: string }) => uri.path.slice(uri.path.lastIndexOf('/') + 1);

export function namesSuite(): void {
  describe('names across files', () => {
    afterEach(closeAll);

    it('finds all references to a state', async () => {
      const document = await open(home);
      await waitFor(async () => {
        const found = await commands.executeCommand<Location[]>(
          'vscode.executeReferenceProvider',
          document.uri,
          place(document, 'home|_state:'),
        );
        assert.deepEqual([...new Set(found.map(({ uri }) => short(uri)))].sort(), [
          '0_home.yaml',
          '1_question.yaml',
          'main.yaml',
        ]);
      });
    });

    it('renames a context variable in every file', async () => {
      const document = await open(main);
      await waitFor(async () => {
        const edit = await commands.executeCommand<WorkspaceEdit>(
          'vscode.executeDocumentRenameProvider',
          document.uri,
          place(document, 'sco|re:'),
          'points',
        );
        const files = edit.entries().map(([uri, edits]) => `${short(uri)}: ${edits.length}`);
        assert.deepEqual(files.sort(), ['0_home.yaml: 1', '1_question.yaml: 3', 'main.yaml: 1']);
      });
    });

    it('shows incoming transitions above a state', async () => {
      const document = await open(question);
      await waitFor(async () => {
        const lenses = await commands.executeCommand<CodeLens[]>(
          'vscode.executeCodeLensProvider',
          document.uri,
          10,
        );
        const lens = lenses.find(({ command }) => command?.command === 'atomicState.showReferences');
        assert.match(lens?.command?.title ?? '', /^\d+ incoming · \d+ outgoing$/);
      });
    });

    it('finds states of the workspace by name', async () => {
      await open(home);
      await waitFor(async () => {
        const found = await commands.executeCommand<SymbolInformation[]>(
          'vscode.executeWorkspaceSymbolProvider',
          'question_state',
        );
        assert.ok(
          found.some(
            ({ name, location }) => name === 'question_state' && short(location.uri) === '1_question.yaml',
          ),
        );
      });
    });
  });
}
