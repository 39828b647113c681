import type { GrowthCase } from './growth-cases';

/** Signs and words that mean something in YAML, JSON, JavaScript or Markdown, or that often occur in mistakes. */
const TOKENS: readonly string[] = [
  ...['a ', 'a: ', '- ', '? ', ': ', ', ', '!a ', '&a ', '*a ', '<<: ', '| ', '> ', '# ', '#', '%', '@', '`'],
  ...['[', '{', '{a: ', ']', '}', '{}', '[]', '{"a":', '[1,', '"a":', '"a":1,', '[a],', '{a},', 'a:b,'],
  ...['"', '"a" ', "'", "'a' ", '""', "''", '\\', '\\"', '\\u', '\\n'],
  ...['{{', '}}', '{{ ', '{{a}} ', '{{a b}} ', '${', '`${', '{% a %}', 'context.', 'context[', 'payload.a '],
  ...[
    'a.',
    'a[',
    'a(',
    '(',
    ')',
    '()',
    '(a),',
    'a,',
    '1,',
    'null,',
    'a?',
    'a?b:',
    'a?.',
    'a=>',
    '(a)=>',
    '[...',
  ],
  ...[
    'a+',
    'a&&',
    '||',
    '??',
    '!',
    '-',
    '--',
    '=',
    '..',
    '...',
    '...a,',
    '/',
    '/a/',
    '//',
    '/*',
    '*/',
    '`a`,',
  ],
  ...[
    'function(){',
    'class a{',
    'if(',
    'for(',
    'async ',
    'await ',
    'yield ',
    'new ',
    'in ',
    'typeof ',
    'let a;',
  ],
  ...[
    'a\n',
    '\n',
    '\t',
    '\r',
    '\r\n  ',
    ' ',
    '\u2028',
    '<a>',
    '</a>',
    '<!--',
    '*',
    '_',
    '~~',
    '[a](b)',
    '![a](',
  ],
  ...['a/', '../', '%2e', 'a%', 'atomic-state-disable ', 'é', '😀', '1.', '0x', '1e'],
];

const automata = (state: string, top = '') => `type: automata\ninitial: s0\n${top}states:\n  s0:\n${state}`;

/** Files in which a text is at a certain place, by the name of the place. */
const PLACES: Readonly<Record<string, (text: string) => Record<string, string>>> = {
  value: (text) => ({ 'main.yaml': automata('    render: {}\n', `context:\n  v: ${text}\n`) }),
  'text in quotes': (text) => ({
    'main.yaml': automata(`    render:\n      text: ${JSON.stringify(text)}\n`),
  }),
  'text in single quotes': (text) => ({
    'main.yaml': automata(`    render:\n      text: '${text.replaceAll("'", "''")}'\n`),
  }),
  'block text': (text) => ({
    'main.yaml': automata(`    render:\n      text: |\n        ${text.replaceAll('\n', '\n        ')}\n`),
  }),
  'plain text': (text) => ({ 'main.yaml': automata(`    render:\n      text: a ${text}\n`) }),
  expression: (text) => ({
    'main.yaml': automata(
      `    outputs:\n      context.b: ${JSON.stringify(`{{${text}}}`)}\n    transitions:\n      CHAT: [{target: s0, condition: ${JSON.stringify(`{{${text}a}}`)}}]\n`,
      'context: {a: 1}\n',
    ),
  }),
  target: (text) => ({ 'main.yaml': automata(`    transitions: {CHAT: ${JSON.stringify(text)}}\n`) }),
  'names in quotes': (text) => ({
    'main.yaml': automata(`    ${JSON.stringify(text)}: 1\n  ${JSON.stringify(text)}: {}\n`),
  }),
  key: (text) => ({ 'main.yaml': automata(`    ${text}: 1\n`) }),
  'inputs in brackets': (text) => ({ 'main.yaml': automata(`    inputs: {${text}}\n`) }),
  comment: (text) => ({ 'main.yaml': automata(`    # ${text}\n    render: {}\n`) }),
  'included path': (text) => ({
    'main.yaml': automata('    render: {}\n', `context:\n  v: !oneline ${text}\n`),
  }),
  'JSON value': (text) => ({
    'main.json': `{"type": "automata", "initial": "s0", "context": {"v": ${text}}, "states": {"s0": {}}}`,
  }),
  'JSON string': (text) => ({
    'main.json': `{"type": "automata", "initial": "s0", "states": {"s0": {"render": {"text": ${JSON.stringify(text)}}}}}`,
  }),
  scenario: (text) => ({
    'a.scenarios.yaml': `automata: main.yaml\nscenarios:\n  a:\n    - click: ${text}\n    - expect: {text: ${JSON.stringify(text)}, where: ${JSON.stringify(text)}}\n`,
    'main.yaml': automata('    render: {}\n'),
  }),
};

/** Each token repeated at each place. */
export const REPEATED_TOKENS: Readonly<Record<string, GrowthCase>> = Object.fromEntries(
  Object.entries(PLACES).flatMap(([place, filesWith]) =>
    TOKENS.map((token): [string, GrowthCase] => {
      // Texts of about the same length, whatever the token is.
      const files = (n: number) => filesWith(token.repeat(Math.ceil((4 * n) / Math.max(4, token.length))));
      return [`${JSON.stringify(token)} as a ${place}`, { n: 100, files, isFormatted: true }];
    }),
  ),
);
