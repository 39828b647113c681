import { WIDGETS } from '../../format/widgets';
import type { Offer } from './item';
import type { Place } from './place';
import { presentKeys } from './place';
import { scenarioScaffold } from './scenarios';
import { hole, list, literal, type MapSketch, map, text } from './sketch';

/** Whole files to begin with, where nothing is written yet. */

const RANK = 0;

/** For an empty file: what it may become, by what is known of it. */
export function scaffoldOffers(place: Place): Offer[] {
  const { at, spot, step } = place;
  if (spot.role !== 'either' || step.parent !== undefined || presentKeys(place).size > 0) return [];
  if (at.source.document.text.replace(/^[ \t]*#.*$/gm, '').trim() !== spot.prefix + behind(place)) return [];
  const { shape } = at.source;
  if (shape === 'scenarios')
    return [offer('scenarios', 'a conversation and what is expected of it', scenarioScaffold())];
  if (shape === 'states')
    return [offer('atomic state', 'a state of this automata', map(['new_state', state()]))];
  const automata = WHOLE_AUTOMATA.map(({ label, detail, value }) => offer(label, detail, value));
  const lone = offer(
    'atomic state',
    'one state on its own',
    map(['type', text('state')], ...state().entries),
  );
  return shape === 'state' ? [lone, ...automata] : automata;
}

function behind({ at, spot }: Place): string {
  return at.unit.text.slice(at.offset, spot.replace.end).trim();
}

function offer(label: string, detail: string, value: MapSketch): Offer {
  return { label, kind: 'snippet', insert: { as: 'entries', value }, rank: RANK, detail };
}

function widget(name: string): string {
  return WIDGETS.find((one) => one.name === name)?.id ?? '';
}

function button(content: string, event: string): MapSketch {
  return map(['content', text(content)], ['on_click', text(event)]);
}

function state(): MapSketch {
  return map(
    ['inputs', map(['user_message', map(['type', text('IM')], ['user_input', literal('true')])])],
    ['render', map(['text', hole('You said: {{user_message}}')])],
    ['transitions', map(['CHAT', hole('home')])],
  );
}

const AUTOMATA = map(
  ['type', text('automata')],
  ['id', hole('my_agent')],
  ['context', map(['visits', text('{{0}}')])],
  ['initial', text('home')],
  [
    'states',
    map(
      [
        'home',
        map(
          ['outputs', map(['context.visits', text('{{context.visits + 1}}')])],
          [
            'render',
            map(
              ['text', hole('Welcome! Visits so far: {{context.visits}}')],
              ['buttons', list(button('Start', 'start'))],
            ),
          ],
          ['transitions', map(['start', text('first_page')])],
        ),
      ],
      [
        'first_page',
        map(['render', map(['text', hole('The first page.')], ['buttons', list(button('Home', 'go_home'))])]),
      ],
    ),
  ],
  ['transitions', map(['go_home', text('home')])],
);

const QUIZ = map(
  ['type', text('automata')],
  ['id', hole('my_quiz')],
  ['context', map(['score', text('{{0}}')])],
  ['initial', text('question')],
  [
    'states',
    map(
      [
        'question',
        map(
          [
            'render',
            map(
              ['text', hole('What is the capital of France?')],
              ['buttons', list(answer('Lyon'), answer('Paris'))],
            ),
          ],
          [
            'transitions',
            map([
              'answer',
              list(
                map(
                  ['condition', text("{{payload.choice == 'Paris'}}")],
                  ['target', text('right')],
                  ['target_inputs', map(['choice', text('{{payload.choice}}')])],
                ),
                map(
                  ['target', text('wrong')],
                  ['target_inputs', map(['choice', text('{{payload.choice}}')])],
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
  ['transitions', map(['again', text('question')])],
);

function answer(choice: string): MapSketch {
  const payload = map(['choice', text(choice)]);
  return map(['content', text(choice)], ['on_click', map(['event', text('answer')], ['payload', payload])]);
}

function outcome(score: string, message: string): MapSketch {
  return map(
    ['inputs', map(['choice', map(['type', text('text')], ['user_input', literal('false')])])],
    ['outputs', map(['context.score', text(score)])],
    ['render', map(['text', text(message)], ['buttons', list(button('Again', 'again'))])],
  );
}

const CHAT_BOT = map(
  ['type', text('automata')],
  ['id', hole('my_chat_bot')],
  ['context', map(['memory', text('{{[]}}')])],
  ['initial', text('home')],
  [
    'states',
    map(
      [
        'home',
        map(
          ['render', map(['text', hole('Hello! What shall we talk about?')])],
          ['transitions', map(['CHAT', text('chat')])],
        ),
      ],
      [
        'chat',
        map(
          ['inputs', map(['user_message', map(['type', text('IM')], ['user_input', literal('true')])])],
          [
            'tasks',
            list(
              map(
                ['name', text('generate_reply')],
                ['module_type', text('AnyWidgetModule')],
                [
                  'module_config',
                  map(
                    ['widget_id', text(widget('GPT-3.5'))],
                    ['system_prompt', hole('You are a friendly companion.')],
                    ['user_prompt', text('{{user_message}}')],
                    ['memory', text('{{context.memory}}')],
                    ['output_name', text('reply')],
                  ),
                ],
              ),
              map(
                ['name', text('generate_voice')],
                ['module_type', text('AnyWidgetModule')],
                [
                  'module_config',
                  map(
                    ['widget_id', text(widget('Voice'))],
                    ['content', text('{{reply}}')],
                    ['output_name', text('reply_voice')],
                  ),
                ],
              ),
            ),
          ],
          [
            'outputs',
            map([
              'context.memory',
              text(
                "{{[...context.memory, {role: 'user', content: user_message}, {role: 'assistant', content: reply}]}}",
              ),
            ]),
          ],
          ['render', map(['text', text('{{reply}}')], ['audio', text('{{reply_voice}}')])],
          ['transitions', map(['CHAT', text('chat')])],
        ),
      ],
    ),
  ],
);

/** A whole automata to begin with. */
export interface Scaffold {
  readonly label: string;
  readonly detail: string;
  readonly value: MapSketch;
}

export const WHOLE_AUTOMATA: readonly Scaffold[] = [
  { label: 'automata', detail: 'two states, a button and a way back', value: AUTOMATA },
  { label: 'quiz', detail: 'questions, right and wrong answers, a score', value: QUIZ },
  { label: 'chat bot with voice', detail: 'answers of a language model, read aloud', value: CHAT_BOT },
];
