import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import {
  type CodeAction,
  type CompletionList,
  commands,
  type DocumentHighlight,
  window,
  workspace,
} from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, codeOf, edited, find, findings, open, place } from './editor';

const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';

/** A mistake, its code, and the text after its preferred quick fix. */
const fixes: readonly [file: string, from: string, to: string, code: string, recovered: string][] = [
  [
    home,
    'start_quiz: question_state',
    'start_quiz: question_stat',
    'unknown-target',
    'start_quiz: question_state',
  ],
  [home, 'on_click: start_quiz', 'on_click: start_quizz', 'unhandled-event', 'on_click: start_quiz\n'],
  [question, '{{verdict}}', '{{verdikt}}', 'unknown-variable', '{{verdict}}'],
];

export function changesSuite(): void {
  describe('quick fixes', () => {
    afterEach(closeAll);

    for (const [file, from, to, code, recovered] of fixes) {
      it(`fix ${to}`, () =>
        edited(file, from, to, async (document) => {
          const finding = await waitFor(() => {
            const found = findings(file).find((one) => codeOf(one) === code);
            assert.ok(found);
            return found;
          });
          const actions = await commands.executeCommand<CodeAction[]>(
            'vscode.executeCodeActionProvider',
            document.uri,
            finding.range,
            'quickfix',
          );
          const fix = actions.find(({ edit, isPreferred }) => edit && isPreferred);
          assert.ok(fix?.edit, actions.map(({ title }) => title).join(', '));
          assert.ok(await workspace.applyEdit(fix.edit));
          assert.ok(document.getText().includes(recovered), document.getText());
          await waitFor(() => assert.ok(!findings(file).some((one) => codeOf(one) === code)));
        }));
    }
  });

  describe('occurrences of a name', () => {
    afterEach(closeAll);

    it('are highlighted in the file', async () => {
      const document = await open(home);
      const highlights = await waitFor(async () => {
        const found = await commands.executeCommand<DocumentHighlight[]>(
          'vscode.executeDocumentHighlights',
          document.uri,
          place(document, 'on_click: start|_quiz'),
        );
        assert.equal(found.length, 2);
        return found;
      });
      const places = highlights.map(({ range }) => range.start.line).sort((one, other) => one - other);
      assert.deepEqual(places, [
        find(document, 'on_click: start_quiz').start.line,
        find(document, 'start_quiz: question_state').start.line,
      ]);
    });
  });

  describe('a new file', () => {
    afterEach(async () => {
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await closeAll();
    });

    it('has suggestions and findings before it is saved, also with CRLF', async () => {
      const content = 'type: state\r\nrender:\r\n  text: 🎉\r\n  \r\n';
      const document = await workspace.openTextDocument({ language: 'atomic-state', content });
      await window.showTextDocument(document);
      await waitFor(async () => {
        const list = await commands.executeCommand<CompletionList>(
          'vscode.executeCompletionItemProvider',
          document.uri,
          document.lineAt(3).range.end,
        );
        const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
        assert.ok(labels.includes('buttons'), labels.join(' '));
        assert.ok(!labels.includes('text'), labels.join(' '));
      });
    });
  });
}
