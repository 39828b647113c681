import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import {
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  ConfigurationTarget,
  commands,
  type DocumentLink,
  type FoldingRange,
  type InlayHint,
  type Location,
  type LocationLink,
  type Range,
  type SelectionRange,
  type SemanticTokens,
  type SignatureHelp,
  type TextDocument,
  type TextEdit,
  Uri,
  WorkspaceEdit,
  workspace,
} from 'vscode';
import { waitFor } from '../wait-for';
import {
  bytesOf,
  closeAll,
  codeOf,
  current,
  edited,
  find,
  findings,
  open,
  place,
  uriOf,
  wholeOf,
} from './editor';

const main = 'quiz-bot/main.yaml';
const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';

const nameOf = ({ path }: { path: string }) => path.slice(path.lastIndexOf('/') + 1);

/** Renames the target of the only tag of a document, and waits until the tag is updated. */
async function renameLinked(
  document: TextDocument,
  before: Uri,
  after: Uri,
  expected: string,
): Promise<void> {
  // There is a link once the server has found the file or folder.
  await waitFor(async () => {
    const links = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', document.uri);
    assert.equal(links.length, 1);
  });
  const edit = new WorkspaceEdit();
  edit.renameFile(before, after);
  assert.ok(await workspace.applyEdit(edit));
  await waitFor(() => assert.equal(document.getText(), expected));
}

/** Runs a function with a temporary state file. */
async function withFile(file: string, text: string, then: (document: TextDocument) => Promise<void>) {
  await workspace.fs.writeFile(uriOf(file), bytesOf(text));
  try {
    await open(file);
    await waitFor(async () => assert.equal((await current(file)).languageId, 'atomic-state'));
    await then(await current(file));
  } finally {
    await closeAll();
    await workspace.fs.delete(uriOf(file));
  }
}

export function featuresSuite(): void {
  describe('features', () => {
    afterEach(closeAll);

    it('provides the range of a name to rename', async () => {
      const document = await open(main);
      await waitFor(async () => {
        const found = await commands.executeCommand<{ range: Range; placeholder: string }>(
          'vscode.prepareRename',
          document.uri,
          place(document, 'sco|re:'),
        );
        assert.equal(found.placeholder, 'score');
        assert.ok(found.range.isEqual(find(document, '|score|:')));
      });
    });

    it('updates inlay hints of events after a change of the setting', async () => {
      const document = await open(home);
      const configure = (value: boolean | undefined) =>
        workspace
          .getConfiguration('atomicState')
          .update('inlayHints.eventTargets', value, ConfigurationTarget.Workspace);
      const labels = async () => {
        const hints = await commands.executeCommand<InlayHint[]>(
          'vscode.executeInlayHintProvider',
          document.uri,
          wholeOf(document),
        );
        return hints.map(({ label }) =>
          typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
        );
      };
      assert.deepEqual(await labels(), []);
      try {
        await configure(true);
        await waitFor(async () =>
          assert.deepEqual(
            (await labels()).map((label) => label.trim()),
            ['→ question_state', '→ home_state'],
          ),
        );
      } finally {
        await configure(undefined);
      }
      await waitFor(async () => assert.deepEqual(await labels(), []));
    });

    it('colours names by their kind', async () => {
      const document = await open(question);
      await waitFor(async () => {
        const tokens = await commands.executeCommand<SemanticTokens>(
          'vscode.provideDocumentSemanticTokens',
          document.uri,
        );
        assert.ok(tokens.data.length > 0);
        assert.equal(tokens.data.length % 5, 0);
      });
    });

    const format = (document: TextDocument) =>
      commands.executeCommand<TextEdit[] | undefined>('vscode.executeFormatDocumentProvider', document.uri, {
        tabSize: 2,
        insertSpaces: true,
      });

    it('formats a badly indented state file', () =>
      withFile(
        'lone/indented.yaml',
        'type: state\noutputs:\n  greeted: 1\nrender:\n     text:   Good morning\n',
        async (document) => {
          const edits = await waitFor(async () => {
            const found = await format(document);
            assert.ok(found && found.length > 0);
            return found;
          });
          const edit = new WorkspaceEdit();
          edit.set(document.uri, edits);
          assert.ok(await workspace.applyEdit(edit));
          assert.equal(
            document.getText(),
            'type: state\noutputs:\n  greeted: 1\nrender:\n  text: Good morning\n',
          );
          await document.save();
        },
      ));

    it('does not format other YAML', async () => {
      const file = uriOf('other/indented.yaml');
      await workspace.fs.writeFile(file, bytesOf('kind: Deployment\nspec:\n     replicas:   2\n'));
      const document = await open('other/indented.yaml');
      assert.deepEqual((await format(document)) ?? [], []);
      await closeAll();
      await workspace.fs.delete(file);
    });

    it('folds a state and its sections', async () => {
      const document = await open(question);
      const first = find(document, 'question_state:\n  inputs').start.line;
      await waitFor(async () => {
        const ranges = await commands.executeCommand<FoldingRange[]>(
          'vscode.executeFoldingRangeProvider',
          document.uri,
        );
        const starts = ranges.map(({ start }) => start);
        for (const line of [first, find(document, 'inputs:\n').start.line]) {
          assert.ok(starts.includes(line), starts.join(' '));
        }
      });
    });

    it('expands a selection from a name to its expression', async () => {
      const document = await open(question);
      await waitFor(async () => {
        const [found] = await commands.executeCommand<SelectionRange[]>(
          'vscode.executeSelectionRangeProvider',
          document.uri,
          [place(document, '{{ver|dict}}')],
        );
        const texts: string[] = [];
        for (let range = found; range !== undefined; range = range.parent as SelectionRange | undefined) {
          texts.push(document.getText(range.range));
        }
        assert.equal(texts[0], 'verdict');
        assert.ok(texts.includes('{{verdict}}'), texts.join('\n---\n'));
      });
    });

    it('shows paths in tags as links', async () => {
      const document = await open(main);
      await waitFor(async () => {
        const links = await commands.executeCommand<DocumentLink[]>(
          'vscode.executeLinkProvider',
          document.uri,
        );
        assert.deepEqual(
          links.map(({ range, target }) => [document.getText(range), target && nameOf(target)]),
          [
            ['data/questions.json', 'questions.json'],
            ['state', '0_home.yaml'],
          ],
        );
      });
    });

    it('lists the callers of a state', async () => {
      const document = await open(question);
      await waitFor(async () => {
        const [item] = await commands.executeCommand<CallHierarchyItem[]>(
          'vscode.prepareCallHierarchy',
          document.uri,
          place(document, 'question|_state:\n'),
        );
        assert.equal(item?.name, 'question_state');
        const calls = await commands.executeCommand<CallHierarchyIncomingCall[]>(
          'vscode.provideIncomingCalls',
          item,
        );
        assert.deepEqual(calls.map(({ from }) => from.name).sort(), ['home_state', 'question_state']);
      });
    });

    it('goes from a state to the automata that includes it', async () => {
      const document = await open(home);
      await waitFor(async () => {
        const found = await commands.executeCommand<(Location | LocationLink)[]>(
          'vscode.executeTypeDefinitionProvider',
          document.uri,
          place(document, 'home|_state:'),
        );
        const files = found.map((one) => nameOf('targetUri' in one ? one.targetUri : one.uri));
        assert.deepEqual(files, ['main.yaml']);
      });
    });

    it('shows the parameters of a call', () =>
      edited(home, "context.score: '{{0}}'", `context.score: "{{'a'.split(|)}}"`, (document, cursor) =>
        waitFor(async () => {
          const help = await commands.executeCommand<SignatureHelp | undefined>(
            'vscode.executeSignatureHelpProvider',
            document.uri,
            cursor,
            '(',
          );
          assert.match(help?.signatures[0]?.label ?? '', /^split\(separator/);
        }),
      ));

    it('applies preferred fixes on save if the setting is on', () =>
      withFile(
        'lone/fixed.yaml',
        'type: automata\ninitial: a\nstates:\n  a:\n    render:\n      text: "{{1 + 1"\n',
        async (document) => {
          const configure = (value: Record<string, string> | undefined) =>
            workspace
              .getConfiguration('editor')
              .update('codeActionsOnSave', value, ConfigurationTarget.Workspace);
          await configure({ 'source.fixAll.atomicState': 'explicit' });
          try {
            await waitFor(() => assert.notDeepEqual(findings('lone/fixed.yaml').map(codeOf), []));
            const edit = new WorkspaceEdit();
            edit.insert(document.uri, document.positionAt(0), '# changed\n');
            assert.ok(await workspace.applyEdit(edit));
            await document.save();
            assert.ok(document.getText().includes('text: "{{1 + 1}}"\n'), document.getText());
          } finally {
            await configure(undefined);
          }
        },
      ));

    it('updates a tag after its file is renamed', async () => {
      const before = uriOf('lone/before.txt');
      const after = uriOf('lone/after.txt');
      await workspace.fs.writeFile(before, bytesOf('Good morning\n'));
      const text = 'type: state\nrender:\n  text: !oneline before.txt\n';
      await withFile('lone/renaming.yaml', text, async (document) => {
        await renameLinked(document, before, after, text.replace('before', 'after'));
        // Otherwise the tag on disk would be wrong.
        await waitFor(() => assert.equal(document.isDirty, false));
      });
      await workspace.fs.delete(after);
    });

    it('updates a tag after its folder is renamed', async () => {
      const before = uriOf('lone/parts');
      const after = uriOf('lone/states');
      const home = Uri.joinPath(before, 'home.yaml');
      await workspace.fs.writeFile(home, bytesOf('home:\n  transitions:\n    CHAT: home\n'));
      const text = 'type: automata\ninitial: home\nstates: !include parts\n';
      await withFile('lone/bot.automata.yaml', text, async (document) => {
        await renameLinked(document, before, after, text.replace('parts', 'states'));
        await waitFor(() => assert.equal(document.isDirty, false));
        const saved = new TextDecoder().decode(await workspace.fs.readFile(document.uri));
        assert.equal(saved, document.getText());
        await waitFor(() => assert.deepEqual(findings('lone/bot.automata.yaml').map(codeOf), []));
      });
      await workspace.fs.delete(after, { recursive: true });
    });
  });
}
