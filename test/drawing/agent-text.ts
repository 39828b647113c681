/**
 * The text of an agent with a number of states, in the shape that agents of authors have: a form at the start, a home
 * state that leads to each area and back, menus and dialogs in flat areas, quizzes as nested automata with `DONE`, and
 * a button for the menu in many states, which the automata handles.
 *
 * @param size the number of states, without the automata; at least 6
 */
export function agentText(size: number): string {
  const areas: Area[] = [];
  for (let left = size - FIXED; left > 0; ) {
    const index = areas.length;
    const isNested = index % 2 === 0;
    const rest = left - (isNested ? 7 : 9);
    // No area is smaller than three states.
    const states = rest < 3 ? left : left - rest;
    areas.push({ name: areaName(index), states, isNested });
    left -= states;
  }
  const menu = areas
    .map(
      ({ name }) =>
        `        - { content: "Go to ${name}", description: "Go to ${name}", on_click: go_${name} }\n`,
    )
    .join('');
  const ways = areas.map(({ name, isNested }) => `      go_${name}: ${isNested ? name : `${name}_menu`}\n`);
  return `type: automata
initial: welcome
context: { user_name: "", score: "{{0}}", tries: "{{0}}" }
transitions: { menu: home }
states:
  welcome:
    inputs: { user_name: { type: text, user_input: true } }
    render: { text: "Welcome! What is your name?" }
    transitions: { CHAT: home }
  home:
    render:
      text: "Where do you want to go, {{context.user_name}}?"
      buttons:
${menu}        - { content: "Leave", description: "Leave", on_click: leave }
    transitions:
${ways.join('')}      leave: bye
      CHAT: home
${areas.map((area) => (area.isNested ? quiz(area) : zone(area))).join('')}  bye:
    properties: { is_final: true }
    render: { text: "Goodbye, come again soon." }
`;
}

interface Area {
  readonly name: string;
  readonly states: number;
  readonly isNested: boolean;
}

/** The states besides those of areas. */
const FIXED = 3;

const AREAS = ['history_quiz', 'work_zone', 'music_quiz', 'game_zone', 'science_quiz', 'restaurant'];
const PLACES = ['flyer_distribution', 'security_job', 'lobby', 'arcade', 'vip_room', 'kitchen', 'cashier'];

function areaName(index: number): string {
  const round = Math.floor(index / AREAS.length);
  return `${AREAS[index % AREAS.length]}${round === 0 ? '' : `_${round + 1}`}`;
}

/** A nested automata: questions that an evaluation leads back to. */
function quiz({ name, states }: Area): string {
  const steps = Array.from({ length: states - 3 }, (_, index) => {
    const step = ['intro', 'rules', 'example', 'warm_up'][index] ?? `part_${index}`;
    const next =
      index === states - 4
        ? 'question'
        : (['intro', 'rules', 'example', 'warm_up'][index + 1] ?? `part_${index + 1}`);
    return `      ${step}:
        render: { text: "About this quiz, part ${index + 1}", buttons: [{ content: Next, description: Next, on_click: next }, { content: Skip, description: Skip, on_click: skip }] }
        transitions: { next: ${next}, skip: question }
`;
  });
  return `  ${name}:
    initial: ${states > 3 ? 'intro' : 'question'}
    transitions: { DONE: home }
    states:
${steps.join('')}      question:
        tasks: [{ name: draw, module_type: LLMModule, module_config: { model: m, system_prompt: Help., user_prompt: Hi, output_name: drawn } }]
        render: { text: "Question: {{drawn}}", buttons: [{ content: Menu, description: Menu, on_click: menu }] }
        transitions: { CHAT: judge }
      judge:
        transitions:
          ALWAYS:
            - { target: result, condition: "{{context.score > 5}}" }
            - { target: question, condition: "{{context.tries < 3}}" }
            - { target: result }
      result:
        properties: { is_final: true }
        render: { text: "You have {{context.score}} points." }
`;
}

/** A menu with a place for each button; a place talks, repeats itself or fails, and leads back. */
function zone({ name, states }: Area): string {
  const places = Array.from(
    { length: states - 1 },
    (_, index) => `${name}_${PLACES[index % PLACES.length]}${index < PLACES.length ? '' : '_2'}`,
  );
  const [first = 'home', ...others] = places;
  const buttons = places
    .map(
      (_, index) =>
        `        - { content: "Place ${index + 1}", description: "Place ${index + 1}", on_click: to_${index + 1} }\n`,
    )
    .join('');
  const ways = places.map((place, index) =>
    index === 1
      ? `      to_2:\n        - { target: ${place}, condition: "{{context.score >= 30}}" }\n        - { target: ${first} }\n`
      : `      to_${index + 1}: ${place}\n`,
  );
  return `  ${name}_menu:
    render:
      text: "The ${name}"
      buttons:
${buttons}        - { content: Menu, description: Menu, on_click: menu }
        - { content: Home, description: Home, on_click: home }
    transitions:
${ways.join('')}      home: home
${places
  .map(
    (place, index) => `  ${place}:
    tasks: [{ name: answer, module_type: LLMModule, module_config: { model: m, system_prompt: Help., user_prompt: Hi, output_name: answer } }]
    render: { text: "{{answer}} You are at place ${index + 1}.", buttons: [{ content: Back, description: Back, on_click: back }, { content: Menu, description: Menu, on_click: menu }${index % 4 === 3 ? ', { content: Home, description: Home, on_click: home }' : ''}] }
    transitions: { CHAT: ${index % 3 === 2 ? (others[index] ?? place) : place}, back: ${name}_menu${index % 4 === 3 ? ', home: home' : ''} }
`,
  )
  .join('')}`;
}
