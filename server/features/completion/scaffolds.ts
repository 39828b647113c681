import { WIDGETS } from '../../format/widgets';
import type { CompletionContext } from './completion-context';
import { existingKeys } from './completion-context';
import type { CompletionCandidate } from './item';
import { scenarioScaffold } from './scenarios';
import {
  listTemplate,
  literalTemplate,
  type MapTemplate,
  mapTemplate,
  placeholder,
  textTemplate,
} from './snippet-template';

/** Templates of whole files, for empty files. */

const RANK = 0;

/** For an empty file: the kinds of files that it can become, given what is known about it. */
export function scaffoldCandidates(place: CompletionContext): CompletionCandidate[] {
  const { at, spot, step } = place;
  if (spot.role !== 'either' || step.parent !== undefined || existingKeys(place).size > 0) return [];
  if (at.source.document.text.replace(/^[ \t]*#.*$/gm, '').trim() !== spot.prefix + after(place)) return [];
  const { documentKind } = at.source;
  if (documentKind === 'scenarios')
    return [offer('scenarios', 'a conversation and what is expected of it', scenarioScaffold())];
  if (documentKind === 'states')
    return [offer('atomic state', 'a state of this automata', mapTemplate(['new_state', state()]))];
  const automata = AUTOMATA_SCAFFOLDS.map(({ label, detail, value }) => offer(label, detail, value));
  const lone = offer(
    'atomic state',
    'one state on its own',
    mapTemplate(['type', textTemplate('state')], ...state().entries),
  );
  return documentKind === 'state' ? [lone, ...automata] : automata;
}

function after({ at, spot }: CompletionContext): string {
  return at.unit.text.slice(at.offset, spot.replace.end).trim();
}

function offer(label: string, detail: string, value: MapTemplate): CompletionCandidate {
  return { label, kind: 'snippet', insert: { as: 'entries', value }, rank: RANK, detail };
}

function widget(name: string): string {
  return WIDGETS.find((one) => one.name === name)?.id ?? '';
}

function button(content: string, event: string): MapTemplate {
  return mapTemplate(['content', textTemplate(content)], ['on_click', textTemplate(event)]);
}

function state(): MapTemplate {
  return mapTemplate(
    [
      'inputs',
      mapTemplate([
        'user_message',
        mapTemplate(['type', textTemplate('IM')], ['user_input', literalTemplate('true')]),
      ]),
    ],
    ['render', mapTemplate(['text', placeholder('You said: {{user_message}}')])],
    ['transitions', mapTemplate(['CHAT', placeholder('home')])],
  );
}

const AUTOMATA = mapTemplate(
  ['type', textTemplate('automata')],
  ['id', placeholder('my_agent')],
  ['context', mapTemplate(['visits', textTemplate('{{0}}')])],
  ['initial', textTemplate('home')],
  [
    'states',
    mapTemplate(
      [
        'home',
        mapTemplate(
          ['outputs', mapTemplate(['context.visits', textTemplate('{{context.visits + 1}}')])],
          [
            'render',
            mapTemplate(
              ['text', placeholder('Welcome! Visits so far: {{context.visits}}')],
              ['buttons', listTemplate(button('Start', 'start'))],
            ),
          ],
          ['transitions', mapTemplate(['start', textTemplate('first_page')])],
        ),
      ],
      [
        'first_page',
        mapTemplate([
          'render',
          mapTemplate(
            ['text', placeholder('The first page.')],
            ['buttons', listTemplate(button('Home', 'go_home'))],
          ),
        ]),
      ],
    ),
  ],
  ['transitions', mapTemplate(['go_home', textTemplate('home')])],
);

const QUIZ = mapTemplate(
  ['type', textTemplate('automata')],
  ['id', placeholder('my_quiz')],
  ['context', mapTemplate(['score', textTemplate('{{0}}')])],
  ['initial', textTemplate('question')],
  [
    'states',
    mapTemplate(
      [
        'question',
        mapTemplate(
          [
            'render',
            mapTemplate(
              ['text', placeholder('What is the capital of France?')],
              ['buttons', listTemplate(answer('Lyon'), answer('Paris'))],
            ),
          ],
          [
            'transitions',
            mapTemplate([
              'answer',
              listTemplate(
                mapTemplate(
                  ['condition', textTemplate("{{payload.choice == 'Paris'}}")],
                  ['target', textTemplate('right')],
                  ['target_inputs', mapTemplate(['choice', textTemplate('{{payload.choice}}')])],
                ),
                mapTemplate(
                  ['target', textTemplate('wrong')],
                  ['target_inputs', mapTemplate(['choice', textTemplate('{{payload.choice}}')])],
                ),
              ),
            ]),
          ],
        ),
      ],
      ['right', outcome('{{context.score + 1}}', 'Right, it is {{choice}}! Your score: {{context.score}}')],
      ['wrong', outcome('{{context.score}}', 'It is not {{choice}}. Your score: {{context.score}}')],
    ),
  ],
  ['transitions', mapTemplate(['again', textTemplate('question')])],
);

function answer(choice: string): MapTemplate {
  const payload = mapTemplate(['choice', textTemplate(choice)]);
  return mapTemplate(
    ['content', textTemplate(choice)],
    ['on_click', mapTemplate(['event', textTemplate('answer')], ['payload', payload])],
  );
}

function outcome(score: string, message: string): MapTemplate {
  return mapTemplate(
    [
      'inputs',
      mapTemplate([
        'choice',
        mapTemplate(['type', textTemplate('text')], ['user_input', literalTemplate('false')]),
      ]),
    ],
    ['outputs', mapTemplate(['context.score', textTemplate(score)])],
    [
      'render',
      mapTemplate(['text', textTemplate(message)], ['buttons', listTemplate(button('Again', 'again'))]),
    ],
  );
}

const CHAT_BOT = mapTemplate(
  ['type', textTemplate('automata')],
  ['id', placeholder('my_chat_bot')],
  ['context', mapTemplate(['memory', textTemplate('{{[]}}')])],
  ['initial', textTemplate('home')],
  [
    'states',
    mapTemplate(
      [
        'home',
        mapTemplate(
          ['render', mapTemplate(['text', placeholder('Hello! What shall we talk about?')])],
          ['transitions', mapTemplate(['CHAT', textTemplate('chat')])],
        ),
      ],
      [
        'chat',
        mapTemplate(
          [
            'inputs',
            mapTemplate([
              'user_message',
              mapTemplate(['type', textTemplate('IM')], ['user_input', literalTemplate('true')]),
            ]),
          ],
          [
            'tasks',
            listTemplate(
              mapTemplate(
                ['name', textTemplate('generate_reply')],
                ['module_type', textTemplate('AnyWidgetModule')],
                [
                  'module_config',
                  mapTemplate(
                    ['widget_id', textTemplate(widget('GPT-3.5'))],
                    ['system_prompt', placeholder('You are a friendly companion.')],
                    ['user_prompt', textTemplate('{{user_message}}')],
                    ['memory', textTemplate('{{context.memory}}')],
                    ['output_name', textTemplate('reply')],
                  ),
                ],
              ),
              mapTemplate(
                ['name', textTemplate('generate_voice')],
                ['module_type', textTemplate('AnyWidgetModule')],
                [
                  'module_config',
                  mapTemplate(
                    ['widget_id', textTemplate(widget('Voice'))],
                    ['content', textTemplate('{{reply}}')],
                    ['output_name', textTemplate('reply_voice')],
                  ),
                ],
              ),
            ),
          ],
          [
            'outputs',
            mapTemplate([
              'context.memory',
              textTemplate(
                "{{[...context.memory, {role: 'user', content: user_message}, {role: 'assistant', content: reply}]}}",
              ),
            ]),
          ],
          [
            'render',
            mapTemplate(['text', textTemplate('{{reply}}')], ['audio', textTemplate('{{reply_voice}}')]),
          ],
          ['transitions', mapTemplate(['CHAT', textTemplate('chat')])],
        ),
      ],
    ),
  ],
);

/** A template of a whole automata. */
interface Scaffold {
  readonly label: string;
  readonly detail: string;
  readonly value: MapTemplate;
}

export const AUTOMATA_SCAFFOLDS: readonly Scaffold[] = [
  { label: 'automata', detail: 'two states with a button to go on and one to go back', value: AUTOMATA },
  { label: 'quiz', detail: 'questions with right and wrong answers, and a score', value: QUIZ },
  { label: 'chat bot with voice', detail: 'answers of a language model, read aloud', value: CHAT_BOT },
];
