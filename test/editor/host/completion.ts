import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { type CompletionItem, CompletionItemKind, type CompletionList, commands } from 'vscode';
import { waitFor } from '../wait-for';
import { closeAll, edited } from './editor';

const main = 'quiz-bot/main.yaml';
const home = 'quiz-bot/state/0_home.yaml';
const question = 'quiz-bot/state/1_question.yaml';
const json = 'json/quiz.json';

/** Incomplete text with the cursor at `|`, and items that must and must not be suggested. */
const cases: readonly [
  what: string,
  file: string,
  from: string,
  to: string,
  offered: readonly string[],
  absent: readonly string[],
][] = [
  [
    'fields of a state',
    home,
    '  transitions:',
    '  |\n  transitions:',
    ['inputs', 'tasks'],
    ['render', 'initial'],
  ],
  [
    'fields of a button',
    home,
    'content: Start',
    'content: Start\n        |',
    ['description'],
    ['content', 'text'],
  ],
  [
    'fields of the automata',
    main,
    'id: quiz_bot',
    'id: quiz_bot\n|',
    ['inputs', 'outputs', 'properties'],
    ['render'],
  ],
  [
    'fields of a case',
    question,
    '- target: home_state',
    '- target: home_state\n        |',
    ['condition'],
    ['target'],
  ],
  [
    'fields of an LLM module',
    question,
    'AnyWidgetModule\n      module_config:\n',
    'LLMModule\n      module_config:\n        |\n',
    ['model', 'system_prompt'],
    ['output_name', 'code'],
  ],
  ['enum values', question, 'type: IM', 'type: |', ['IM', 'text', 'image'], ['automata']],
  [
    'module types',
    question,
    'module_type: AnyWidgetModule',
    'module_type: |',
    ['LLMModule', 'TtsModule'],
    [],
  ],
  ['initial', main, 'initial: home_state', 'initial: |', ['home_state', 'question_state'], []],
  ['targets', home, 'start_quiz: question_state', 'start_quiz: |', ['question_state', 'home_state'], []],
  [
    'targets in a case',
    question,
    '- target: home_state',
    '- target: |',
    ['question_state', 'home_state'],
    [],
  ],
  ['events', home, 'on_click: start_quiz', 'on_click: |', ['start_quiz', 'go_home'], []],
  [
    'context names',
    home,
    'context.player_name',
    'context.|',
    ['score', 'player_name', 'questions_string'],
    ['verdict'],
  ],
  ['locals', question, '{{verdict}}', '{{ver|}}', ['verdict', 'answer', 'context'], []],
  ['no later results', question, '{{answer}}', '{{|}}', ['answer'], ['verdict']],
  ['payload names', question, 'payload.chosen ==', 'payload.| ==', ['chosen'], ['score']],
  ['targets in JSON', json, '"start_quiz": "home_state"', '"start_quiz": "|"', ['home_state'], []],
  ['context names in JSON', json, '{{context.score}}', '{{context.|}}', ['score'], []],
];

const name = ({ label }: CompletionItem) => (typeof label === 'string' ? label : label.label);

export function completionSuite(): void {
  describe('completion', () => {
    afterEach(closeAll);

    for (const [what, file, from, to, offered, absent] of cases) {
      it(`offers ${what}`, () =>
        edited(file, from, to, (document, cursor) =>
          waitFor(async () => {
            const list = await commands.executeCommand<CompletionList>(
              'vscode.executeCompletionItemProvider',
              document.uri,
              cursor,
            );
            // Words of the document, which VS Code itself offers, are of the kind Text.
            const names = list.items.filter(({ kind }) => kind !== CompletionItemKind.Text).map(name);
            assert.deepEqual(
              offered.filter((label) => !names.includes(label)),
              [],
              `offered: ${names.join(' ')}`,
            );
            assert.deepEqual(
              absent.filter((label) => names.includes(label)),
              [],
            );
          }),
        ));
    }
  });
}
