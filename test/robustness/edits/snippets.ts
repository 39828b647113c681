/** Typical text, by the key that contains it; lines are indented according to the place. */
export const SNIPPETS: Readonly<Record<string, readonly string[]>> = {
  transitions: [
    'go: quiz\n',
    'CHAT: home\n',
    'DONE: a\n',
    "ALWAYS:\n  - target: x\n    condition: '{{context.score > 1}}'\n  - target: home\n",
    "next: {target: nest.a, target_inputs: {name: '{{a}}'}}\n",
    'go.on: {target: "#the_home", condition: "{{payload.key}}"}\n',
    'x: .a\n',
  ],
  outputs: [
    "context.score: '{{a + 1}}'\n",
    "answer: '{{name}}'\n",
    "context.box: '{{({ x: [1], key: name })}}'\n",
    'context.x: >-\n  {{ context.x\n  + answer }}\n',
  ],
  inputs: [
    'name: {type: IM}\n',
    "a: '{{context.score}}'\n",
    'x:\n  type: text\n  user_input: true\n  validations:\n    - max_length: 10\n',
  ],
  context: [
    'score: 1\n',
    'box: {value: !oneline data.json}\n',
    'x: !oneline data/more.json\n',
    "y_1: '{{context.box}}'\n",
    'a: [1, {x: 2}]\n',
  ],
  states: [
    "quiz:\n  inputs:\n    answer: {type: IM}\n  render:\n    text: '{{context.score}}'\n    buttons:\n      - {content: A, on_click: next}\n  transitions:\n    next: home\n",
    'nest:\n  id: the_nest\n  initial: a\n  states:\n    a:\n      transitions: {CHAT: x}\n    x: {}\n  transitions:\n    DONE: home\n',
    'new_state:\n  transitions: {go: {target: x, target_inputs: {name: 1}}}\n',
    'inner:\n  initial: x\n  states: !include state\n',
  ],
  render: [
    "text: 'hi {{context.box.x}}'\n",
    'text: |\n  one {{name}}\n  two {{context.x[0]}}\n',
    "text: '{{context.x = a}} {{context.score.y = 1}}'\n",
    "buttons:\n  - content: A\n    on_click: {event: go, payload: {key: '{{a}}'}}\n",
  ],
  buttons: ['- {content: B, on_click: go.on}\n', "- content: '{{a}}'\n  on_click: x\n"],
  tasks: [
    "- name: t\n  module_type: AnyWidgetModule\n  module_config:\n    widget_id: '1'\n    output_name: a\n",
    '- {name: t, module_type: OwnModule, module_config: {query: 1, output_name: r}}\n',
    '- {module_type: AnyWidgetModule, module_config: {widget_id: w2, output_name: r}}\n',
    '- {module_type: AnyWidgetModule, module_config: {widget_id: }}\n',
  ],
  modules: ['Second: {fields: {a: {type: string}}, result: {x: number}}\n'],
  fields: ['more: {type: number}\n'],
};

/** At the root of a main file. */
export const ROOT_SNIPPETS = [
  'transitions:\n  go: home\n',
  'context:\n  score: 1\n  box: !oneline data.json\n',
  'states: !include state\n',
  'id: the_home\n',
  'initial: quiz\n',
  "inputs:\n  name: {type: text, default_value: '{{1}}'}\n",
  '# atomic-state-disable unknown-target\n',
];

/** In a state. */
export const STATE_SNIPPETS = [
  'id: a\n',
  'properties: {is_final: true, cache: false}\n',
  'transitions:\n  CHAT: home\n',
  "outputs:\n  context.score: '{{answer}}'\n",
  'inputs:\n  answer: {type: IM}\n',
  "render:\n  text: '{{answer}}'\n",
  "tasks:\n  - name: t\n    module_type: OwnModule\n    module_config: {query: '{{a}}', output_name: r}\n",
  '# atomic-state-disable-next-line\n',
];

export const JSON_SNIPPETS = [
  '"transitions": { "go": "home" },\n',
  '"outputs": { "context.score": "{{a + 1}}" },\n',
  '"more": [1, {"x": 2}],\n',
  '"quiz": { "render": { "text": "{{context.score}}" }, "transitions": { "CHAT": "x" } },\n',
  '"id": "the_home",\n',
  '// a comment\n',
  // Half-typed.
  '"outputs": {"context.x": "{{context.\n',
  '"id": \n',
  '"transitions": {"go": "qu\n',
  '"x"\n',
  '{"target": "home", \n',
];

/** Content of data files, complete or incomplete. */
export const DATA = [
  '{"list": [{"x": 1, "y": "text"}], "name": "n"}\n',
  '{"list": [{"x": "text"}], "key": {"value": true}}\n',
  '[{"key": "a", "value": {"x": true}}, {"key": 1}]\n',
  ...[
    '{"list": [{"x": ',
    '{"list": [{"x": 1, "y": "te',
    '[1,',
    '"text"',
    '7',
    '',
    '{"a":}',
    '\ufeff{"x": 1}',
  ],
];

/** Within an expression. */
export const EXPRESSION_SNIPPETS = [
  ' + context.score',
  ' + name',
  '.x',
  '[0].value',
  '?.key',
  '.map(a => a.x)',
  ' ? answer : payload.key',
  ".includes('a')",
];

/** In a map between braces. */
export const FLOW_SNIPPETS = [
  ' id: a,',
  " outputs: { context.score: '{{name}}' },",
  ' transitions: { go: home, CHAT: quiz },',
  ' inputs: { name: { type: IM } },',
];

/** Pieces that cause syntax errors, or may. */
export const SYNTAX_FRAGMENTS = [
  ...['\n', '\n\n', '  ', '\r\n', "'", '"', '{{', '}}', ':', ': ', '- ', '#', ',', '{', '}', '[', ']'],
  ...['\t', '💬', '\ud83d', '&a ', '*a', '<<: *a\n', '---\n', '!env ', '!oneline data.json', '|\n', '>-\n'],
  ...['<<<<<<< ours\n', '? ', '%', '\u2028', '\ufeff', 'type: automata\n', 'blocks: {}\n', 'states:\n'],
];

/** Names that also occur in random projects. */
export const NAMES = [
  ...['a', 'x', 'home', 'quiz', 'nest', 'the_home', 'the_nest', 'score', 'box', 'y_1', 'name', 'answer', 'z'],
  ...['key', 'value', 'go', 'next', 'go.on', 'CHAT', 'ALWAYS', 'DONE', 'context', 'payload', 'nest.a', 'r'],
];

/** Words of the format. */
export const WORDS = [
  ...[
    'text',
    'buttons',
    'render',
    'inputs',
    'outputs',
    'tasks',
    'transitions',
    'states',
    'context',
    'target',
  ],
  ...[
    'condition',
    'on_click',
    'event',
    'initial',
    'type',
    'id',
    'IM',
    'automata',
    'state',
    'include',
    'oneline',
  ],
  ...[
    'true',
    '1',
    'null',
    'OwnModule',
    'module_type',
    'LLMModule',
    'output_name',
    'target_inputs',
    'data.json',
  ],
];

export const PATHS = [
  'state/0.yaml',
  'state/new.yaml',
  'state/inner/b.yaml',
  'main.yaml',
  'data.json',
  'x.yaml',
];

const INCLUDES = [
  'state',
  'state',
  'state/inner',
  'moved',
  'bots/state',
  '../more/state',
  '../state',
  '.',
].map((folder) => `!include ${folder}`);

/** Fields that determine the meaning of the rest, and their possible values. */
export const DECISIONS: readonly { readonly is: RegExp; readonly becomes: readonly string[] }[] = [
  {
    is: /condition: (?:'[^'\n]*'|[\w"{}.]+)/g,
    becomes: [
      ...['condition: true', 'condition: false', "condition: '{{true}}'", "condition: '{{context.x}}'"],
      ...["condition: '{{context.y_1}}'", "condition: '{{payload.key}}'"],
    ],
  },
  { is: /, condition: '[^'\n]*'/g, becomes: ['', ', condition: true'] },
  { is: /"condition": ?"[^"]*"/g, becomes: ['"condition": true', '"condition": "{{context.x}}"'] },
  { is: /is_final: \w+/g, becomes: ['is_final: true', 'is_final: false'] },
  { is: /user_input: \w+/g, becomes: ['user_input: true', 'user_input: false'] },
  { is: /\{type: \w+/g, becomes: ['{type: IM', '{type: text', '{type: number'] },
  { is: /\b(?:default_)?value:/g, becomes: ['value:', 'default_value:'] },
  { is: /\binitial: \w+/g, becomes: ['initial: a', 'initial: x', 'initial: home', 'initial: quiz'] },
  { is: /!include [\w./]+/g, becomes: INCLUDES },
  {
    is: /!oneline [\w./]+/g,
    becomes: ['!oneline data.json', '!oneline data/more.json', '!oneline none.json'],
  },
  { is: /\bcontext\.x(?:\.y)?(?: =)?(?=[ }])/g, becomes: ['context.x', 'context.x =', 'context.x.y ='] },
  {
    is: /\b(?:go|next|CHAT|ALWAYS): ?(?:\w+|\[\]|\{\})?(?=[,}\n])/g,
    becomes: ['go: []', 'go:', 'go: {}', 'CHAT: home', 'next:'],
  },
  { is: /\btarget: [\w.]+/g, becomes: ['target: home', 'target: last', 'target: nest.x', 'target: .a'] },
  { is: /\b(?:ALWAYS|CHAT|DONE|go)(?=:)/g, becomes: ['ALWAYS', 'CHAT', 'DONE', 'go'] },
  { is: /\bon_click: \w+/g, becomes: ['on_click: go', 'on_click: tell', 'on_click: next'] },
  { is: /\b(?:inputs|outputs)(?=:)/g, becomes: ['inputs', 'outputs'] },
  { is: /\bmodule_type: \w+/g, becomes: ['module_type: OwnModule', 'module_type: LLMModule'] },
  { is: /\bcontext\.(?=\w+:)/g, becomes: [''] },
  { is: /#the_\w+/g, becomes: ['#the_home', '#the_quiz', '#the_nest'] },
];
