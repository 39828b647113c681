import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'mocha';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  env,
  extensions,
  languages,
  Position,
  Range,
  type Uri,
  type WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, current, open, uriOf } from './editor';

const main = 'quiz-bot/main.yaml';
const question = 'quiz-bot/state/1_question.yaml';

async function textOf(uri: Uri): Promise<string> {
  return new TextDecoder().decode(await workspace.fs.readFile(uri));
}

async function remove(...files: readonly string[]): Promise<void> {
  for (const file of files) {
    await workspace.fs.delete(uriOf(file), { recursive: true }).then(
      () => undefined,
      () => undefined,
    );
  }
}

/** Runs a command with answers, as a key binding can. */
async function run(name: string, answers: Record<string, unknown> = {}): Promise<void> {
  await commands.executeCommand(`atomicState.${name}`, answers);
}

function selected(): string {
  const editor = window.activeTextEditor;
  assert.ok(editor);
  return editor.document.getText(editor.selection);
}

/** Exports once the server has read the files. */
async function exported(file: string): Promise<string> {
  const target = uriOf('made/output.json');
  return waitFor(async () => {
    await remove('made/output.json');
    await run('exportJson', { automata: uriOf(file).toString(), to: target.toString(), anyway: true });
    return textOf(target);
  });
}

export function projectSuite(): void {
  describe('commands for projects', () => {
    afterEach(closeAll);
    after(() => remove('made', 'imported', 'quiz-bot/state/2_bonus.yaml'));

    it('create a project without findings, opened at its first placeholder', async () => {
      await run('newProject', { scaffold: 'quiz', name: 'My Quiz', folder: uriOf('made').toString() });
      assert.equal(window.activeTextEditor?.document.uri.toString(), uriOf('made/main.yaml').toString());
      assert.equal(selected(), 'What is the capital of France?');
      assert.match(await textOf(uriOf('made/main.yaml')), /^type: automata\nid: my_quiz\n/);
      await waitFor(async () => {
        assert.equal((await current('made/main.yaml')).languageId, 'atomic-state');
      });
      assert.deepEqual(languages.getDiagnostics(uriOf('made/main.yaml')), []);
    });

    it('create a project with scenarios, and rename states and update expectations in them', async () => {
      const scenarios = uriOf('made/main.scenario.yaml');
      const document = await workspace.openTextDocument(scenarios);
      await window.showTextDocument(document);
      await waitFor(async () => {
        assert.equal((await current('made/main.scenario.yaml')).languageId, 'atomic-state');
      });
      assert.deepEqual(languages.getDiagnostics(scenarios), []);
      const line = document
        .getText()
        .split('\n')
        .findIndex((text) => text.includes('expect: {}'));
      const at = new Range(line, 17, line, 17);
      const actions = await commands.executeCommand<CodeAction[]>(
        'vscode.executeCodeActionProvider',
        scenarios,
        at,
        CodeActionKind.RefactorRewrite.value,
        10,
      );
      const update = actions.find(({ title }) => title === 'Update expectation');
      assert.ok(update?.edit);
      await workspace.applyEdit(update.edit);
      const updated = await current('made/main.scenario.yaml');
      assert.match(updated.getText(), /expect: \{ state: question, /);
      const rename = await commands.executeCommand<WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        scenarios,
        new Position(line, updated.lineAt(line).text.indexOf('question') + 1),
        'first_question',
      );
      assert.deepEqual(
        rename
          .entries()
          .map(([uri]) => uri.toString())
          .sort(),
        [scenarios.toString(), uriOf('made/main.yaml').toString()],
      );
      await commands.executeCommand('workbench.action.files.revert');
    });

    it('add a state to the included folder', async () => {
      await open(main);
      await run('newState', { automata: uriOf(main).toString(), name: 'bonus' });
      assert.equal(
        window.activeTextEditor?.document.uri.toString(),
        uriOf('quiz-bot/state/2_bonus.yaml').toString(),
      );
      assert.equal(selected(), 'Hello');
      assert.equal(
        await textOf(uriOf('quiz-bot/state/2_bonus.yaml')),
        'bonus:\n  render:\n    text: Hello\n',
      );
      await closeAll();
      await remove('quiz-bot/state/2_bonus.yaml');
    });

    it('add a state to the file of the others, with undo', async () => {
      const document = await open('json/quiz.json');
      const before = document.getText();
      await waitFor(async () => {
        await run('newState', { automata: document.uri.toString(), name: 'second' });
        assert.match(document.getText(), /"second": \{ "render": \{ "text": "Hello" \} \}/);
      });
      assert.equal(selected(), 'Hello');
      await commands.executeCommand('undo');
      assert.equal(document.getText(), before);
      await commands.executeCommand('workbench.action.files.revert');
    });

    it('export a project as JSON to a file and to the clipboard', async () => {
      // The state that was just removed is known until its file event arrives.
      const text = await waitFor(async () => {
        const found = await exported(main);
        assert.deepEqual(Object.keys(JSON.parse(found).states), ['home_state', 'question_state']);
        return found;
      });
      const data: unknown = JSON.parse(text);
      assert.equal(
        Object(data).context.questions_string,
        await textOf(uriOf('quiz-bot/data/questions.json')),
      );
      await run('exportJson', { automata: uriOf(main).toString(), to: 'clipboard' });
      assert.equal(await env.clipboard.readText(), text);
    });

    it('import JSON into a project with the same export', async () => {
      const original = await exported('json/quiz.json');
      await run('importJson', {
        from: uriOf('json/quiz.json').toString(),
        folder: uriOf('imported').toString(),
      });
      assert.equal(window.activeTextEditor?.document.uri.toString(), uriOf('imported/main.yaml').toString());
      assert.match(await textOf(uriOf('imported/main.yaml')), /^states: !include state$/m);
      assert.match(await textOf(uriOf('imported/state/0_home_state.yaml')), /^home_state:\n/);
      assert.equal(await exported('imported/main.yaml'), original);
    });

    it('import the clipboard', async () => {
      await remove('imported');
      await env.clipboard.writeText('{"initial": "a", "states": {"a": {"render": {"text": "hi"}}}}');
      await run('importJson', { from: 'clipboard', folder: uriOf('imported').toString() });
      await env.clipboard.writeText('{"initial": "a", "states": {"a": {"render": {"text": "hello"}}}}');
      await run('importJson', { from: 'clipboard', folder: uriOf('imported').toString(), overwrite: true });
      assert.equal(await textOf(uriOf('imported/state/0_a.yaml')), 'a:\n  render:\n    text: hello\n');
    });

    it('check all files, including those that are not open', async () => {
      const before = await textOf(uriOf(question));
      await open(main);
      const broken = before.replace('target: home_state', 'target: nowhere');
      await workspace.fs.writeFile(uriOf(question), new TextEncoder().encode(broken));
      try {
        await run('checkWorkspace');
        await waitFor(() => {
          const found = languages.getDiagnostics(uriOf(question));
          assert.ok(found.some(({ message }) => message.includes('nowhere')));
        });
      } finally {
        await workspace.fs.writeFile(uriOf(question), new TextEncoder().encode(before));
      }
      await run('checkWorkspace');
      await waitFor(() => assert.deepEqual(languages.getDiagnostics(uriOf(question)), []));
    });

    it('copy a report without names, texts and paths', async () => {
      await open(main);
      const settings = workspace.getConfiguration('atomicState');
      await settings.update('tags', ['!my_secret_tag'], false);
      await settings.update('inlayHints.eventTargets', true, false);
      try {
        await run('copyReport');
        const report = await env.clipboard.readText();
        const version = extensions.getExtension('atomic-state.atomic-state')?.packageJSON.version;
        assert.ok(report.includes(`- Atomic State ${version}\n`), report);
        assert.match(report, /- running, workspace trusted\n- folders 1, automata \d+, state files \d+, /);
        assert.ok(report.includes('- `atomicState.inlayHints.eventTargets`: true\n'), report);
        assert.ok(report.includes('- `atomicState.tags`: 1 entries\n'), report);
        for (const secret of [uriOf('').path, 'quiz-bot', 'question_state', 'my_secret_tag']) {
          assert.ok(!report.includes(secret), report);
        }
      } finally {
        await settings.update('tags', undefined, false);
        await settings.update('inlayHints.eventTargets', undefined, false);
        await remove('.vscode');
      }
    });
  });
}
