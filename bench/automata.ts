/**
 * A generated automata of any size that resembles those of authors: chapters of a quiz, each a cycle of five states.
 * The same size always gives the same text.
 */
export interface Generated {
  /** Texts by path; the automata itself is `main.state.yaml`. */
  readonly files: ReadonlyMap<string, string>;
  /** The number of states. */
  readonly states: number;
  /** The name of a state that is the target of every fifth state. */
  readonly hub: string;
}

export const MAIN = 'main.state.yaml';
const HUB = quizStateName(0);

/**
 * Generates about `lines` lines in one file, or in a main file and a folder with `statesPerFile` states per file. With
 * `uses`, transitions to the hub are added to all states, until it is named that often, including its definition.
 */
export function automata(lines: number, statesPerFile?: number, uses?: number): Generated {
  const states = uses === undefined ? statesOf(lines) : busyStates(lines, uses);
  const files = new Map<string, string>();
  const head = headText(states.length);
  if (statesPerFile === undefined) {
    files.set(MAIN, `${head}states:\n${states.map((text) => indented(text)).join('')}`);
  } else {
    files.set(MAIN, `${head}states: !include state\n`);
    for (let at = 0; at < states.length; at += statesPerFile)
      files.set(`state/${at}.yaml`, states.slice(at, at + statesPerFile).join(''));
  }
  return { files, states: states.length, hub: HUB };
}

/** The texts of as many states as fill a number of lines. */
function statesOf(lines: number): string[] {
  const states: string[] = [];
  // Every fifth state has a context variable, which is another line.
  let left = lines - 12;
  while (left > 0 || states.length < 2) {
    const text = stateText(states.length);
    states.push(text);
    left -= text.split('\n').length - 1 + (states.length % 5 === 1 ? 1 : 0);
  }
  // The last state has a transition to the first.
  const end = quizStateName(states.length);
  states.push((states.pop() ?? '').replaceAll(end, quizStateName(0)));
  return states;
}

/** The texts of states with a hub that is named `uses` times. Each added use is a line. */
function busyStates(lines: number, uses: number): string[] {
  let states = statesOf(lines);
  for (let added = 0; ; ) {
    const missing = uses - usesOfHub(states);
    if (missing <= added) return states.map((text, index) => text + leaving(index, states.length, missing));
    added = missing;
    states = statesOf(lines - added);
  }
}

/** The transitions to the hub in one of `states` states, over which `all` transitions are distributed. */
function leaving(index: number, states: number, all: number): string {
  const from = Math.floor((index * all) / states);
  const to = Math.floor(((index + 1) * all) / states);
  return Array.from({ length: to - from }, (_, by) => `    leave_${from + by}: ${HUB}\n`).join('');
}

function usesOfHub(states: readonly string[]): number {
  const text = headText(states.length) + states.join('');
  return text.match(new RegExp(`\\b${HUB}\\b`, 'g'))?.length ?? 0;
}

/** The name of a state by its number. */
export function quizStateName(index: number): string {
  return `${['lobby', 'ask', 'think', 'judge', 'result'][index % 5]}_${Math.floor(index / 5)}`;
}

function headText(states: number): string {
  const chapters = Array.from({ length: Math.ceil(states / 5) }, (_, chapter) => chapter);
  return [
    'type: automata',
    'id: generated_quiz',
    `initial: ${quizStateName(0)}`,
    'context:',
    "  user_name: ''",
    "  score: '{{0}}'",
    "  history: '{{[]}}'",
    ...chapters.map((chapter) => `  answer_${chapter}: ''`),
    'transitions:',
    `  go_home: ${quizStateName(0)}`,
    '',
  ].join('\n');
}

/** States are in groups of five; the last one of a group has a transition to the next group. */
function stateText(index: number): string {
  const chapter = Math.floor(index / 5);
  const name = quizStateName(index);
  const next = quizStateName(index + 1);
  const answer = `context.answer_${chapter}`;
  switch (index % 5) {
    case 0:
      return `${name}:
  inputs:
    nickname_${chapter}:
      type: text
      name: How shall we call you?
      user_input: true
      default_value: friend
      validations:
        - max_length: 40
  outputs:
    context.user_name: '{{nickname_${chapter}}}'
  render:
    text: |
      Welcome to chapter ${chapter}, {{context.user_name}}!

      So far you have {{context.score}} points.
    buttons:
      - content: Start
        description: To the first question
        on_click: begin_${chapter}
  transitions:
    begin_${chapter}: ${next}
`;
    case 1:
      return `${name}:
  render:
    text: 'Question ${chapter}: is it true that {{context.user_name}} knows {{context.history.length}} answers?'
    buttons:
      - - content: 'True'
          on_click:
            event: answer_${chapter}
            payload:
              choice: 'true'
        - content: 'False'
          on_click:
            event: answer_${chapter}
            payload:
              choice: 'false'
      - - content: Give up
          on_click: go_home
  transitions:
    answer_${chapter}:
      target: ${next}
      target_inputs:
        choice: '{{payload.choice}}'
`;
    case 2:
      return `${name}:
  inputs:
    choice:
      type: text
  tasks:
    - name: judge
      module_type: LLMModule
      module_config:
        model: gpt-4-1116-preview
        system_prompt: You judge answers in one short sentence.
        user_prompt: '{{context.user_name}} says {{choice}} to question ${chapter}'
        output_name: verdict
  outputs:
    ${answer}: '{{verdict}}'
    context.history: '{{[...context.history, choice]}}'
  transitions:
    ALWAYS: ${next}
`;
    case 3:
      return `${name}:
  outputs:
    passed: '{{${answer}.includes("right")}}'
    context.score: '{{context.score + (passed ? 1 : 0)}}'
  transitions:
    ALWAYS:
      - condition: '{{passed}}'
        target: ${next}
      - target: ${quizStateName(index - 2)}
`;
    default:
      return `${name}:
  inputs:
    message:
      type: IM
      user_input: true
  render:
    text: 'You have {{context.score}} of ${chapter + 1}. {{message}} — {{${answer}}}'
    buttons:
      - content: Next
        on_click: next_${chapter}
      - content: Home
        on_click: go_home
  transitions:
    next_${chapter}: ${next}
    CHAT: ${quizStateName(0)}
`;
  }
}

/** The text of the states under `states:`. */
function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
