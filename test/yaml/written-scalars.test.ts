import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../server/yaml/problem';
import { Unit } from '../../server/yaml/unit';
import { descendantsOf } from '../../server/yaml/visit';
import { quotedText, scalarText } from '../../server/yaml/write/scalars';
import { fileText, inlineFields } from '../../server/yaml/write/values';
import { disagreement } from '../../server/yaml/yaml-1-1';
import { draws } from '../support/depth';
import { findingsOf, workspaceOf } from '../support/workspace';

/** Whatever is written is read back as the same text, and nothing is reported about it. */

/** Texts that look like something else, or that YAML cannot represent as they are. */
const ODD_TEXTS = [
  ...[
    'what?',
    ':)',
    '?x',
    '? x',
    '=',
    '<<',
    '- x',
    '-',
    '-x',
    '---',
    '--- x',
    '...',
    '... x',
    '?',
    ':',
    'a:',
    ':a',
  ],
  ...[
    '1_000',
    '0o7',
    '0x1F',
    '012',
    '1:30',
    '1:30.5',
    '1e3',
    '1.',
    '.5',
    '+1',
    '-1',
    '2024-01-01',
    '1e+16',
    '.inf',
  ],
  ...['~', 'null', 'Null', 'yes', 'No', 'on', 'OFF', 'y', 'N', 'true', 'False', '.nan', 'nullable', 'y_n'],
  ...[
    '',
    ' ',
    ' x',
    'x ',
    'x\t',
    '\tx',
    'a\tb',
    'a\nb',
    'a\n',
    '\na',
    'a\n\nb\n\n',
    '  a\nb',
    'a\r\nb',
    'a\rb',
    '\n',
  ],
  ...[
    '#a',
    'a #b',
    'a# b',
    'a: b',
    'a:b',
    'a :b',
    '{{x}}',
    'Hi {{x}}!',
    '{',
    '}',
    '[',
    ']',
    ',',
    'a, b',
    'a[0]',
    'a{b}',
  ],
  ...[
    '!x',
    '!',
    '&x',
    '&',
    '*x',
    '*',
    '|',
    '>',
    '|-',
    '> x',
    '%x',
    '@x',
    '`x`',
    '"',
    "'",
    "it's",
    'say "hi"',
    `'"`,
  ],
  ...[
    '\\',
    'C:\\new',
    '\\n',
    "it's \\",
    "'a'",
    '"a"',
    "a'",
    '$a',
    'a.b',
    'a/b',
    './a b.js',
    '(a)',
    '<b>',
    '+',
    '~x',
    '=x',
  ],
  ...[
    '日本',
    '你好,世界',
    'Über',
    'é',
    '😀',
    '😀😀 x',
    '👨‍👩‍👧',
    '☀️',
    '“a”',
    'a\u00a0',
    '\u3000a',
    'a\u200bb',
    '\u202ea',
  ],
  ...[
    '\ufeff',
    '\ufeffa',
    'a\ufeffb',
    'a\u2028b',
    'a\u2029 b',
    'a\u0085b',
    '\0',
    '\u0007',
    '\u001b[31m',
    '\u007f',
    '\u009f',
  ],
  ...[
    '\ud800',
    'a\udc00b',
    '\ud83d',
    '\ufffe',
    '\uffff',
    '__proto__',
    'constructor',
    'a'.repeat(2000),
    'a? '.repeat(50),
  ],
];

type Write = (texts: readonly string[]) => string;

/** Writes each text in a line of its own. */
function lines(before: string, line: (text: string, index: number) => string, after = ''): Write {
  return (texts) => before + texts.map((text, index) => `${line(text, index)}\n`).join('') + after;
}

/** Writes all texts in brackets. */
function entries(before: string, entry: (text: string, index: number) => string, after: string): Write {
  return (texts) => before + texts.map(entry).join(', ') + after;
}

type Place = [name: string, write: Write, isKey?: boolean, notation?: 'yaml' | 'json'];

/** Where texts are written. All other scalars are `context`, numbers, and `v` with a number. */
const PLACES: readonly Place[] = [
  ['block values', lines('context:\n', (text, n) => `  v${n}: ${scalarText(text, 'block')}`)],
  ['values with comments', lines('context:\n', (text, n) => `  v${n}: ${scalarText(text, 'block')} # c`)],
  ['values at the root', lines('', (text, n) => `v${n}: ${scalarText(text, 'block')}`)],
  ['block items', lines('context:\n  v:\n', (text) => `    - ${scalarText(text, 'block')}`, '    - 1\n')],
  ['block keys', lines('context:\n', (text) => `  ${scalarText(text, 'block')}: 1`), true],
  ['keys in items', lines('context:\n', (text) => `  - ${scalarText(text, 'block')}: 1`), true],
  ['keys at the root', lines('', (text) => `${scalarText(text, 'block')}: 1`), true],
  ['flow values', entries('context: { ', (text, n) => `v${n}: ${scalarText(text, 'flow')}`, ' }\n')],
  ['flow items', entries('context: [', (text) => scalarText(text, 'flow'), ']\n')],
  ['flow keys', entries('context: { ', (text) => `${scalarText(text, 'flow')}: 1`, ' }\n'), true],
  ['single quotes', lines('context:\n', (text, n) => `  v${n}: ${quotedText(text, 'single')}`)],
  ['double quotes', entries('context: {', (text, n) => `v${n}: ${quotedText(text, 'double')}`, '}\n')],
  [
    'fields in quotes',
    entries(
      'context: {',
      (text, n) => inlineFields({ [`v${n}`]: text }, 'flow', { quotes: 'single' }),
      '}\n',
    ),
  ],
  ['flow maps like JSON', entries('{ "context": [', (text) => scalarText(text, 'json'), '] }\n')],
  ['values of JSON', entries('{"context": [', (text) => scalarText(text, 'json'), ']}'), false, 'json'],
  ['keys of JSON', entries('{"context": {', (text) => `${scalarText(text, 'json')}: 1`, '}}'), true, 'json'],
  [
    'block texts',
    (texts) => fileText({ context: Object.fromEntries(texts.map((text, n) => [`v${n}`, text])) }),
  ],
  [
    'block texts in lists',
    (texts) => fileText({ context: texts.map((text, n) => (n % 2 > 0 ? text : { v: [[text]] })) }),
  ],
];

/** What is reported about the syntax of a text. */
function reportsOf(text: string, notation: 'yaml' | 'json'): string[] {
  const files = [{ path: `a.automata.${notation}`, text }];
  const findings = findingsOf(workspaceOf(files), files).map(({ finding }) => finding.rule);
  return findings
    .filter(({ textual, code }) => textual === true && code !== 'literal-escape')
    .map(({ code }) => code);
}

/** The texts in a document, as each reader takes them. */
function textsIn(text: string, notation: 'yaml' | 'json'): string[] {
  const unit = new Unit(text, 'whole', notation, DEFAULT_LIMITS);
  const found: string[] = [];
  for (const node of descendantsOf(unit.parsed.root)) {
    if (node.kind !== 'scalar') continue;
    const isPlain = notation === 'yaml' && node.style === 'plain';
    if (isPlain && disagreement(node.value)) throw new Error(`ambiguous: ${node.value}`);
    if (node.type === 'string') found.push(node.value);
  }
  return found.filter((one) => !/^(?:context|v\d*)$/.test(one));
}

const PARTS = [
  ...' \t\n\r?:#,-[]{}&*!|>\'"%@`=<~.0123:yYnN_abé日\u0085\u2028\ufeff\u0000\u001b\ud83d\ude00\\/$',
  ...['{{', '}}', ': ', ' #', '- '],
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(...ODD_TEXTS),
);

describe.each<Place>([...PLACES])('%s', (_name, write, isKey = false, notation = 'yaml') => {
  const check = (texts: readonly string[]) => {
    const fitting = isKey ? texts.filter((text) => text.length < 1000) : texts;
    const written = write(fitting);
    expect(reportsOf(written, notation), written).toEqual([]);
    expect(textsIn(written, notation), written).toEqual(fitting);
  };

  it('odd texts', () => {
    check(ODD_TEXTS);
  });

  it('random texts', () => {
    const texts = fc.uniqueArray(anyText, { minLength: 1, maxLength: 5 });
    fc.assert(fc.property(texts, check), { numRuns: draws(20, 400) });
  });
});
