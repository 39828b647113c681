import { type Files, type GrowthCase, inContext, inState, text } from './growth-cases';

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

/** Files in which a text is at a certain place, by the name of the place. */
const PLACES: Readonly<Record<string, (text: string) => Files>> = {
  value: inContext,
  'text in quotes': text,
  'text in single quotes': (one) => inState(`    render:\n      text: '${one.replaceAll("'", "''")}'\n`),
  'block text': (one) =>
    inState(`    render:\n      text: |\n        ${one.replaceAll('\n', '\n        ')}\n`),
  'plain text': (one) => inState(`    render:\n      text: a ${one}\n`),
  expression: (one) =>
    inState(
      `    outputs:\n      context.b: ${JSON.stringify(`{{${one}}}`)}\n    transitions:\n      CHAT: [{target: s0, condition: ${JSON.stringify(`{{${one}a}}`)}}]\n`,
    ),
  target: (one) => inState(`    transitions: {CHAT: ${JSON.stringify(one)}}\n`),
  'names in quotes': (one) => inState(`    ${JSON.stringify(one)}: 1\n  ${JSON.stringify(one)}: {}\n`),
  key: (one) => inState(`    ${one}: 1\n`),
  'inputs in brackets': (one) => inState(`    inputs: {${one}}\n`),
  comment: (one) => inState(`    # ${one}\n    render: {}\n`),
  'included path': (one) => inContext(`!oneline ${one}`),
  'JSON value': (one) => ({
    'main.json': `{"type": "automata", "initial": "s0", "context": {"v": ${one}}, "states": {"s0": {}}}`,
  }),
  'JSON string': (one) => ({
    'main.json': `{"type": "automata", "initial": "s0", "states": {"s0": {"render": {"text": ${JSON.stringify(one)}}}}}`,
  }),
  scenario: (one) => ({
    'a.scenario.yaml': `automata: main.yaml\nscenarios:\n  - name: a\n    steps:\n      - click: ${one}\n      - expect: {text: ${JSON.stringify(one)}, where: ${JSON.stringify(one)}}\n`,
    ...inState('    render: {}\n'),
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
