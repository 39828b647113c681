import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Insertion, insertionEdit } from '../../server/features/completion/insertion';
import { addFields, addItem, type Edit } from '../../server/rules/edits';
import { applyChanges } from '../../server/text/apply';
import { cursorContextAt } from '../../server/yaml/cursor/cursor';
import { Document } from '../../server/yaml/cut/document';
import { Unit } from '../../server/yaml/cut/unit';
import { DEFAULT_LIMITS } from '../../server/yaml/read/problem';
import { disagreement } from '../../server/yaml/read/yaml-1-1';
import type { Node } from '../../server/yaml/tree/tree';
import { descendantsOf } from '../../server/yaml/tree/visit';
import { detectLayout } from '../../server/yaml/write/layout';
import { quotedText, scalarText } from '../../server/yaml/write/scalars';
import { fileText, inlineFields, type Writable } from '../../server/yaml/write/values';
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

/** A text is read again for each one that is written into it, so it gets a part of them. */
const GROUP = 16;
const ODD_GROUPS = Array.from({ length: Math.ceil(ODD_TEXTS.length / GROUP) }, (_, index) =>
  ODD_TEXTS.slice(index * GROUP, (index + 1) * GROUP),
);

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

/** A unit for a whole text, with its document. */
function opened(
  text: string,
  notation: 'yaml' | 'json',
): { readonly document: Document; readonly unit: Unit } {
  const document = Document.open(text, notation, () => false);
  const [unit] = document.units;
  if (unit === undefined) throw new Error('A document has a unit.');
  return { document, unit };
}

/** Writes one text after the other by an edit of a document. */
function edited(
  start: string,
  edit: (unit: Unit, context: Node, text: string, index: number) => readonly Edit[] | undefined,
): Write {
  const notation = start.startsWith('{"') ? 'json' : 'yaml';
  return (texts) =>
    texts.reduce((source, text, index) => {
      const { unit } = opened(source, notation);
      const { root } = unit.parsed;
      const context = root?.kind === 'map' ? root.pairs[0]?.value : undefined;
      const edits = context && edit(unit, context, text, index);
      if (edits === undefined) throw new Error(`not written: ${JSON.stringify(text)} in\n${source}`);
      return applyChanges(source, edits);
    }, start);
}

function addField(name: string, value: Writable) {
  return (unit: Unit, map: Node) =>
    map.kind === 'map' ? addFields(unit, map, [{ name, value, index: map.pairs.length }]) : undefined;
}

const asValue = (unit: Unit, map: Node, text: string, index: number) =>
  addField(`v${index}`, text)(unit, map);
const beforeBlankLines = (unit: Unit, map: Node, text: string, index: number) =>
  map.kind === 'map'
    ? addFields(unit, map, [{ name: `v${index}`, value: text, index: index + 1 }])
    : undefined;
const asKey = (unit: Unit, map: Node, text: string) => addField(text, 1)(unit, map);
const asItem = (unit: Unit, list: Node, text: string) =>
  list.kind === 'seq' ? addItem(unit, list, { v: text }) : undefined;

const EDITED_PLACES: readonly Place[] = [
  ['fields added to a block', edited('context:\n  v: 1\n', asValue)],
  ['fields added to a wide block', edited('context:\n    v:\n        v: 1\n', asValue)],
  ['fields added to braces', edited('context: { v: 1 }\n', asValue)],
  ['fields added to JSON', edited('{"context": {"v": 1}}', asValue), false, 'json'],
  ['keys added to a block', edited('context:\n  v: 1\n', asKey), true],
  ['keys added to braces', edited('context: { v: 1 }\n', asKey), true],
  ['keys added to JSON', edited('{"context": {"v": 1}}', asKey), true, 'json'],
  ['fields added before blank lines', edited('context:\n  v: 1\n\n\n  v00: 1\n', beforeBlankLines)],
  ['items added to a block', edited('context:\n  - v: 1\n', asItem)],
  ['items added to brackets', edited('context: [{ v: 1 }]\n', asItem)],
  ['items added to JSON', edited('{"context": [{"v": 1}]}', asItem), false, 'json'],
];

/**
 * Completes one text after the other.
 *
 * @param line the line that is written, with the cursor
 * @param insertion what is completed there
 */
function completed(
  before: string,
  line: (index: number) => string,
  after: string,
  insertion: (text: string) => Insertion,
  notation: 'yaml' | 'json' = 'yaml',
): Write {
  const isFlow = after !== '';
  return (texts) => {
    const written = texts.reduce((lines, text, index) => {
      const source = `${before}${lines}${line(index)}${isFlow ? '\n' : ''}${after}`;
      const at = source.indexOf('‸');
      const { document, unit } = opened(source.replace('‸', ''), notation);
      const cursor = cursorContextAt(unit.text, unit.parsed.root, at, notation);
      const layout = detectLayout(unit, document);
      if (cursor === undefined) throw new Error('There is a cursor.');
      const { insert, replace } = insertionEdit(insertion(text), { text: unit.text, cursor, layout });
      const changed = applyChanges(unit.text, [{ range: replace, text: insert }]);
      const end = changed.length - after.length - (isFlow ? 1 : 0);
      return `${changed.slice(before.length, end)}${isFlow && index < texts.length - 1 ? ',' : ''}\n`;
    }, '');
    return before + written + after;
  };
}

const asText = (text: string) => ({ as: 'text', text }) as const;
const asNewKey = (name: string) => ({ as: 'key', name, value: 1 }) as const;

const COMPLETED_PLACES: readonly Place[] = [
  ['completed values', completed('context:\n', (n) => `  v${n}: ‸`, '', asText)],
  ['completed items', completed('context:\n  v:\n', () => '    - ‸', '', asText)],
  ['completed values in single quotes', completed('context:\n', (n) => `  v${n}: '‸'`, '', asText)],
  ['completed values in double quotes', completed('context:\n', (n) => `  v${n}: "‸"`, '', asText)],
  ['completed values in an open quote', completed('context:\n', (n) => `  v${n}: '‸`, '', asText)],
  ['completed keys', completed('context:\n', () => '  ‸', '', asNewKey), true],
  ['completed items in brackets', completed('context: [\n', () => '  ‸', ']\n', asText)],
  ['completed values in braces', completed('context: {\n', (n) => `  v${n}: ‸`, '}\n', asText)],
  ['completed keys in braces', completed('context: {\n', () => '  ‸', '}\n', asNewKey), true],
  ['completed items of JSON', completed('{"context": [\n', () => '  ‸', ']}', asText, 'json'), false, 'json'],
  [
    'completed texts of JSON',
    completed('{"context": [\n', () => '  "‸"', ']}', asText, 'json'),
    false,
    'json',
  ],
  [
    'completed keys of JSON',
    completed('{"context": {\n', () => '  "‸"', '}}', asNewKey, 'json'),
    true,
    'json',
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

describe.each<Place>([...PLACES, ...EDITED_PLACES, ...COMPLETED_PLACES])(
  '%s',
  (_name, write, isKey = false, notation = 'yaml') => {
    const check = (texts: readonly string[]) => {
      const fitting = isKey ? texts.filter((text) => text.length < 1000) : texts;
      const written = write(fitting);
      expect(reportsOf(written, notation), written).toEqual([]);
      expect(textsIn(written, notation), written).toEqual(fitting);
    };

    it('odd texts', () => {
      for (const texts of ODD_GROUPS) check(texts);
    });

    it('random texts', () => {
      const texts = fc.uniqueArray(anyText, { minLength: 1, maxLength: 5 });
      fc.assert(fc.property(texts, check), { numRuns: draws(7, 60) });
    });
  },
);
