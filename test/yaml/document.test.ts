import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineEnd, lineStarts, positionIn } from '../../server/text/lines';
import { Document } from '../../server/yaml/cut/document';
import { sliceYaml } from '../../server/yaml/cut/slices';
import { draws } from '../support/depth';

const always = () => true;

function kinds(text: string): string[] {
  return Document.open(text, 'yaml', always).units.map((unit) => `${unit.kind}:${unit.text.split('\n')[0]}`);
}

/** The units below the `states:` of a state, each with the names of its enclosing states and its first line. */
function nestedUnits(text: string): string[] {
  const { units } = Document.open(`states:\n  a:\n${text}  z: 1\n`, 'yaml', always);
  return units.slice(1).map((unit) => `${unit.kind} ${unit.path.join('.')}:${unit.text.split('\n')[0]}`);
}

describe('units of a nested automata', () => {
  const ends = ['state :  a:', 'state :  z: 1'] as const;

  it.each<[string, string, string[]]>([
    [
      'its states and the keys after them',
      '    initial: b\n    states:\n      b:\n        x: 1\n      c: 2\n    transitions:\n      e: z\n    y: 1\n',
      ['state a:      b:', 'state a:      c: 2', 'section a:    transitions:', 'section a:    y: 1'],
    ],
    [
      'three levels',
      '    states: # b\n      # c\n      b:\n        states:\n          c:\n            x: 1\n          d: 1\n        y: 1\n      e: 1\n    x: 1\n',
      [
        'state a:      b:',
        'state a.b:          c:',
        'state a.b:          d: 1',
        'section a.b:        y: 1',
        'state a:      e: 1',
        'section a:    x: 1',
      ],
    ],
    [
      'names in quotes',
      '    states:\n      2nd:\n        states:\n          x: 1\n      "b c":\n        states:\n         \'d\': 1\n',
      [
        'state a:      2nd:',
        'state a.2nd:          x: 1',
        'state a:      "b c":',
        "state a.b c:         'd': 1",
      ],
    ],
    [
      'an anchor used in its own state',
      '    states:\n      b: {x: &x 1, y: *x}\n      c: 1\n',
      ['state a:      b: {x: &x 1, y: *x}', 'state a:      c: 1'],
    ],
    [
      'an unclosed quote ends with its state',
      '    states:\n      b:\n        x: "y\n      c: 1\n',
      ['state a:      b:', 'state a:      c: 1'],
    ],
  ])('%s', (_, text, expected) => {
    expect(nestedUnits(text)).toEqual([ends[0], ...expected, ends[1]]);
  });

  it.each([
    ['an anchor used in another state', '    states:\n      b: &x 1\n      c: *x\n'],
    ['an anchor used after the states', '    states:\n      b: &x 1\n    y: *x\n'],
    ['states in a text', '    x: |\n      states:\n        b: 1\n'],
    ['states of something else', '    x:\n      states:\n        b: 1\n'],
    ['a list of states', '    states:\n      - b\n'],
    ['no states', '    states:\n    x:\n      b: 1\n'],
    ['flow style', '    states: {b: 1}\n'],
    ['a widget', '    type: widget\n    states:\n      b: 1\n'],
    ['a widget whose type comes last', '    states:\n      b: 1\n    type: widget\n'],
    ['merged keys', '    <<: {x: 1}\n    states:\n      b: 1\n'],
    ['a tab', '    x:\n\ty: 1\n    states:\n      - b\n'],
    ['two maps of states', '    states:\n      b: 1\n    states:\n      c: 1\n'],
    ['another column', '    x: 1\n   y: 1\n    states:\n      b: 1\n'],
  ])('%s: none', (_, text) => {
    expect(nestedUnits(text)).toEqual(ends);
  });

  it.each([['|'], ['{x: 1}'], ['&x'], ['!t']])('a state that begins with %s: none', (value) => {
    const { units } = Document.open(
      `states:\n  a: ${value}\n    states:\n      b: 1\n  c: 1\n`,
      'yaml',
      always,
    );
    expect(units.map(({ kind }) => kind)).toEqual(['states', 'state', 'state']);
  });

  it('are kept when an undefined alias appears in another automata', () => {
    const nestedIn = (name: string, x: string) => `  ${name}:\n    states:\n      b: ${x}\n      c: 1\n`;
    const before = Document.open(`states:\n${nestedIn('d', '&x 1')}${nestedIn('e', '1')}`, 'yaml', always);
    const at = before.text.indexOf('c: 1') + 3;
    const after = before.edit(at, at + 1, '*x');
    expect(after.units).toHaveLength(5);
    expect(after.units.slice(-3)).toEqual(before.units.slice(-3));
    const again = after.edit(0, 0, '# c\n');
    expect(again.units.at(-4)).toBe(after.units.at(-4));
  });
});

it.each([
  ['one line', JSON.stringify],
  ['two lines', (value: unknown) => JSON.stringify(value).replace(',"b"', ',\n"b"')],
  ['after a comment', (value: unknown) => `// c\r\n${JSON.stringify(value)}\r\n`],
  ['lines', (value: unknown) => JSON.stringify(value, null, 2)],
])('positions in JSON with more than 20,000 characters: %s', (_, write) => {
  const text = write({ initial: 'a', states: { a: { render: { text: 'x'.repeat(20_000) } }, b: {}, c: {} } });
  const document = Document.open(text, 'json', always);
  const starts = lineStarts(text);
  const ends = document.units.flatMap((unit) => {
    const start = document.startOf(unit);
    return [start, start + 1, start + unit.text.length - 1, start + unit.text.length];
  });
  for (const offset of ends) {
    const position = positionIn(starts, offset);
    expect(document.positionAt(offset)).toEqual(position);
    expect(document.rangeAt(offset, offset + 5).start).toEqual(position);
    // A position between the parts of a line break is that before it.
    if (text[offset - 1] !== '\r') expect(document.offsetAt(position)).toBe(offset);
  }
  expect(document.rangeAt(0, text.length).end).toEqual(positionIn(starts, text.length));
  expect(document.offsetAt({ line: 0, character: 100_000 })).toBe(lineEnd(text, 0));
});

describe('slices', () => {
  it.each<[string, string, string[]]>([
    [
      'sections and states',
      'id: a\nstates:\n  x:\n    a: 1\n  y: {}\ninitial: x\n',
      ['section:id: a', 'states:states:', 'state:  x:', 'state:  y: {}', 'section:initial: x'],
    ],
    ['comments before the first key', '# c\n\na: 1\n', ['head:# c', 'section:a: 1']],
    [
      'included states are not split',
      'states: !include state\nb: 1\n',
      ['section:states: !include state', 'section:b: 1'],
    ],
    [
      'quoted keys',
      '"states":\n  \'a b\':\n    x: 1\n  "c:d": 1\n',
      ['states:"states":', "state:  'a b':", 'state:  "c:d": 1'],
    ],
    ['a list below states', 'states:\n  - a\n  - b: 1\n', ['section:states:']],
    ['childless states', 'states:\ninitial: a\n', ['section:states:', 'section:initial: a']],
    [
      'a block scalar with a blank line',
      'states:\n  a:\n    t: |\n      b: c\n\n      d: e\n  f: 1\n',
      ['states:states:', 'state:  a:', 'state:  f: 1'],
    ],
    ['flow root', '{\n"a": 1,\n"b": 2\n}\n', ['whole:{']],
    ['two documents', 'a: 1\n---\nb: 1\n', ['whole:a: 1']],
    ['a document mark at the start', '---\na: 1\nb: 2\n', ['head:---', 'section:a: 1', 'section:b: 2']],
    ['an anchor used in another state', 'states:\n  a: &x {}\n  b: *x\n', ['whole:states:']],
    [
      'an anchor used in its own state',
      'states:\n  a: {b: &x 1, c: *x}\n  d: {}\n',
      ['states:states:', 'state:  a: {b: &x 1, c: *x}', 'state:  d: {}'],
    ],
    [
      'an unclosed quote ends with its state',
      'states:\n  a:\n    t: "open\n  b: 1\n',
      ['states:states:', 'state:  a:', 'state:  b: 1'],
    ],
    ['empty', '', []],
  ])('%s', (_name, text, expected) => {
    expect(kinds(text).filter((kind) => kind !== 'whole:')).toEqual(expected);
  });

  it('concatenate to the text', () => {
    fc.assert(
      fc.property(
        text(),
        (value) =>
          sliceYaml(value)
            .slices.map((piece) => piece.text)
            .join('') === value,
      ),
    );
  });
});

const line = fc.constantFrom(
  'states:',
  '  a:',
  '  b: 1',
  '    c: "x',
  '   d:',
  'initial: a',
  '# c',
  '',
  ' ',
  '  - x',
  '{',
  '}',
  '---',
  'x',
  '  "q": 1',
  '\ta: 1',
  '    e: *z',
  '    f: &z 1',
  'k: |',
  '  text: y',
  '💬: 1',
  '    states:',
  '      g:',
  '      h: 1',
  '        x: 1',
  '        states:',
  '          g: *z',
  '    type: widget',
);
const text = () =>
  fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '')), { maxLength: 14 })
    .map((lines) => lines.map(([a, b]) => a + b).join(''));

describe('an edit', () => {
  it('has the same units as opening the new text', () => {
    const edits = fc.array(fc.tuple(fc.nat(80), fc.nat(12), text()), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text(), edits, (start, changes) => {
        let document = Document.open(start, 'yaml', always);
        let expected = start;
        for (const [at, length, inserted] of changes) {
          const from = Math.min(at, expected.length);
          const to = Math.min(from + length, expected.length);
          document = document.edit(from, to, inserted);
          expected = expected.slice(0, from) + inserted + expected.slice(to);
          const scratch = Document.open(expected, 'yaml', always);
          const shown = ({ units }: Document) =>
            units.map(({ kind, text, path, lineBreak }) => [kind, text, path, lineBreak]);
          expect(shown(document)).toEqual(shown(scratch));
        }
      }),
      { numRuns: draws(30, 350) },
    );
  });

  it('gives a unit of one line the line break of its file', () => {
    const lineBreaks = ({ units }: Document) => units.map(({ lineBreak }) => lineBreak);
    const before = Document.open('type: automata\r\ninitial: a', 'yaml', always);
    expect(lineBreaks(before)).toEqual(['\r\n', '\r\n']);
    expect(lineBreaks(before.edit(14, 16, '\n'))).toEqual(['\n', '\n']);
    const inJson = Document.open('{"type": "automata", "states": {"a": {}}}\r\n', 'json', always);
    expect(new Set(lineBreaks(inJson))).toEqual(new Set(['\r\n']));
    expect(new Set(lineBreaks(inJson.edit(41, 43, '')))).toEqual(new Set([undefined]));
  });

  it('keeps the other units', () => {
    const states = Array.from({ length: 50 }, (_, i) => `  s${i}:\n    render:\n      text: hi\n`).join('');
    const before = Document.open(`states:\n${states}initial: s0\n`, 'yaml', always);
    const after = before.edit(before.text.indexOf('hi', 500), before.text.indexOf('hi', 500), 'x');
    const kept = new Set(before.units);
    expect(after.units.filter((unit) => !kept.has(unit))).toHaveLength(1);
  });
});

describe('positions', () => {
  it('convert to offsets and back', () => {
    fc.assert(
      fc.property(text(), (value) => {
        const document = Document.open(value, 'yaml', always);
        for (let offset = 0; offset <= value.length; offset++) {
          const position = document.positionAt(offset);
          const insideBreak = value[offset - 1] === '\r' && value[offset] === '\n';
          if (!insideBreak) expect(document.offsetAt(position)).toBe(offset);
        }
      }),
    );
  });

  it('after the end of a line are clamped', () => {
    const document = Document.open('a: 1\r\nb: 2\n', 'yaml', always);
    expect(document.offsetAt({ line: 0, character: 99 })).toBe(4);
    expect(document.offsetAt({ line: 9, character: 0 })).toBe(11);
  });
});
