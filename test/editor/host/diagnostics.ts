import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'mocha';
import { ConfigurationTarget, DiagnosticSeverity, workspace } from 'vscode';
import { delay, waitFor } from '../wait-for';
import { closeAll, codeOf, edited, findings, open } from './editor';

const main = 'quiz-bot/main.yaml';
const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';
const json = 'json/quiz.json';

/** A mistake, the expected finding, and the underlined text. */
const mistakes: readonly [file: string, from: string, to: string, code: string, underlined: string][] = [
  [main, 'initial: home_state', 'initial: hom_state', 'unknown-initial', 'hom_state'],
  [main, '!include state', '!include stat', 'missing-file', 'stat'],
  [main, 'data/questions.json', 'data/question.json', 'missing-file', 'data/question.json'],
  [main, 'type: automata', 'type: automat', 'invalid-value', 'automat'],
  [home, 'start_quiz: question_state', 'start_quiz: quiz_state', 'unknown-target', 'quiz_state'],
  [home, 'on_click: start_quiz', 'on_click: begin_quiz', 'unhandled-event', 'begin_quiz'],
  [home, 'content: Start', 'contents: Start', 'unknown-field', 'contents'],
  [home, 'player_name}}', 'player}}', 'unknown-context-variable', 'player'],
  [home, 'player_name}}', 'player_name + }}', 'expression-syntax', ''],
  [home, 'player_name}},', 'player_name,', 'unclosed-expression', ''],
  [question, '{{verdict}}', '{{verdikt}}', 'unknown-variable', 'verdikt'],
  [question, '- target: home_state', '- target: .home', 'unknown-target', '.home'],
  [question, 'type: IM', 'type: imm', 'invalid-value', 'imm'],
  [json, '"initial": "home_state"', '"initial": "home"', 'unknown-initial', 'home'],
  [json, '{{context.score}}', '{{context.scor}}', 'unknown-context-variable', 'scor'],
];

export function diagnosticsSuite(): void {
  describe('diagnostics', () => {
    afterEach(closeAll);

    it('reports nothing in valid files', async () => {
      for (const file of [main, home, question, json, 'lone/greeting.yaml', 'lone/farewell.state.yaml']) {
        await open(file);
        await delay(500);
        const serious = findings(file).filter(({ severity }) => severity <= DiagnosticSeverity.Warning);
        assert.deepEqual(serious, []);
      }
    });

    for (const [file, from, to, code, underlined] of mistakes) {
      it(`reports ${code} for ${to} until it is fixed`, async () => {
        await edited(file, from, to, (document) =>
          waitFor(() => {
            const found = findings(file).find((finding) => codeOf(finding) === code);
            assert.ok(found, `found: ${findings(file).map(codeOf).join(' ')}`);
            if (underlined !== '') {
              const text = document.getText(found.range).replace(/^(["'])(.*)\1$/, '$2');
              assert.equal(text.replace(/^context\./, ''), underlined);
            }
            assert.notEqual(found.message, '');
            assert.ok(typeof found.code === 'object' && found.code.target, 'the code links to its page');
          }),
        );
        await waitFor(() =>
          assert.ok(!findings(file).some((finding) => codeOf(finding) === code), 'the finding is gone'),
        );
      });
    }

    it('reports a missing state in another file after it was removed', async () => {
      await open(home);
      await edited(question, 'question_state:\n', 'ask_state:\n', () =>
        waitFor(() => {
          const found = findings(home).filter((finding) => codeOf(finding) === 'unknown-target');
          assert.equal(found.length, 2);
        }),
      );
      await open(home);
      await waitFor(() => assert.deepEqual(findings(home).map(codeOf), []));
    });

    describe('with another severity', () => {
      const configure = (value: Record<string, string> | undefined) =>
        workspace
          .getConfiguration('atomicState')
          .update('diagnostics.severity', value, ConfigurationTarget.Workspace);

      after(() => configure(undefined));

      it('updates findings after a change of the setting', async () => {
        const seen = () =>
          findings(home)
            .filter((finding) => codeOf(finding) === 'unknown-target')
            .map(({ severity }) => severity);
        await edited(home, 'start_quiz: question_state', 'start_quiz: quiz_state', async () => {
          await waitFor(() => assert.deepEqual(seen(), [DiagnosticSeverity.Error]));
          await configure({ 'unknown-target': 'hint' });
          await waitFor(() => assert.deepEqual(seen(), [DiagnosticSeverity.Hint]));
          await configure({ 'unknown-target': 'off' });
          await waitFor(() => assert.deepEqual(seen(), []));
          await configure(undefined);
          await waitFor(() => assert.deepEqual(seen(), [DiagnosticSeverity.Error]));
        });
      });
    });
  });
}
