import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';
import {
  commands,
  type Disposable,
  type Location,
  type LocationLink,
  languages,
  Position,
  Uri,
  workspace,
} from 'vscode';
import { waitFor } from '../wait-for';
import { bytesOf, closeAll, codeOf, place } from './editor';
import { MemoryFiles } from './memory-files';

/** The last target of the state does not exist, which is reported as soon as its automata is known. */
const files = {
  'main.yaml': 'type: automata\ninitial: home_state\nstates: !include state\n',
  'state/home.yaml': 'home_state:\n  render:\n    text: Hello\n  transitions:\n    CHAT: lost_state\n',
  'state/quiz.yaml': 'quiz_state:\n  render:\n    text: Well?\n  transitions:\n    CHAT: home_state\n',
  'linked.yaml': 'type: automata\ninitial: a\nstates: !include linked\n',
  'linked/a.yaml': 'a:\n  render: { text: hi }\n',
  'stray.yaml': 'type: automata\ninitial: a\nstates: !include ../outside\n',
};

/**
 * Files that are not on disk, and that only VS Code can read.
 *
 * @param root the folder of the files
 * @param isFolder whether that is a folder of the workspace: other folders are not searched or watched
 */
export function virtualSuite(root: Uri, isFolder: boolean): void {
  const at = (file: string) => Uri.joinPath(root, file);
  const inRoot = Object.entries(files).map(([file, text]) => [at(file).path, text]);
  const memory = new MemoryFiles(
    { ...Object.fromEntries(inRoot), [at('../outside/a.yaml').path]: 'a:\n  render: { text: hi }\n' },
    [at('linked').path],
  );
  const open = (file: string) => workspace.openTextDocument(at(file));
  const codes = (file: string) =>
    languages
      .getDiagnostics(at(file))
      .filter(({ source }) => source === 'atomic-state')
      .map(codeOf);

  describe(`files of ${root.scheme}:`, () => {
    let registration: Disposable | undefined;
    before(() => {
      registration = workspace.registerFileSystemProvider(root.scheme, memory);
    });
    after(() => registration?.dispose());
    afterEach(closeAll);

    if (isFolder) {
      it('are searched for the automata of a state', async () => {
        await open('state/home.yaml');
        // The extension starts now, and searches all folders.
        const found = () => assert.deepEqual(codes('state/home.yaml'), ['unknown-target']);
        await waitFor(found);
      });
    }

    it('are read when they are included', async () => {
      await open('main.yaml');
      await open('state/home.yaml');
      await waitFor(() => assert.deepEqual(codes('state/home.yaml'), ['unknown-target']));
      assert.deepEqual(codes('main.yaml'), []);
    });

    it('are targets of definitions', async () => {
      const document = await open('main.yaml');
      await waitFor(async () => {
        const found = await commands.executeCommand<(Location | LocationLink)[]>(
          'vscode.executeDefinitionProvider',
          document.uri,
          place(document, 'initial: ho|me_state'),
        );
        const [uri] = found.map((one) => ('targetUri' in one ? one.targetUri : one.uri));
        assert.equal(uri?.toString(), at('state/home.yaml').toString());
      });
    });

    if (isFolder) {
      it('are read again after a change', async () => {
        await open('state/home.yaml');
        await waitFor(() => assert.deepEqual(codes('state/home.yaml'), ['unknown-target']));
        const quiz = files['state/quiz.yaml'];
        await workspace.fs.writeFile(at('state/quiz.yaml'), bytesOf(quiz.replace('quiz_', 'lost_')));
        await waitFor(() => assert.deepEqual(codes('state/home.yaml'), []));
        await workspace.fs.writeFile(at('state/quiz.yaml'), bytesOf(quiz));
        await waitFor(() => assert.deepEqual(codes('state/home.yaml'), ['unknown-target']));
      });
    }

    it('are not read through links, and have no findings about missing files', async () => {
      const document = await open('linked.yaml');
      // After an answer about the document, its folders have been searched.
      await waitFor(async () => {
        const found = await commands.executeCommand<unknown[]>(
          'vscode.executeHoverProvider',
          document.uri,
          new Position(0, 1),
        );
        assert.ok(found.length > 0);
      });
      assert.deepEqual(codes('linked.yaml'), []);
      assert.ok(!memory.reads.has(at('linked/a.yaml').path));
    });

    it('are not reported as missing in an untitled document', async () => {
      const text = files['main.yaml'];
      const document = await workspace.openTextDocument({ language: 'atomic-state', content: text });
      const found = () =>
        languages.getDiagnostics(document.uri).filter(({ source }) => source === 'atomic-state');
      await waitFor(async () => {
        const hovers = await commands.executeCommand<unknown[]>(
          'vscode.executeHoverProvider',
          document.uri,
          new Position(0, 1),
        );
        assert.ok(hovers.length > 0);
      });
      assert.deepEqual(found().map(codeOf), []);
    });

    it('are not read outside the folder', async () => {
      await open('stray.yaml');
      await waitFor(() => assert.deepEqual(codes('stray.yaml'), ['outside-workspace']));
      assert.ok(!memory.reads.has(at('../outside/a.yaml').path));
    });
  });
}
