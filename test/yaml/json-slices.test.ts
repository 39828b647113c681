import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Document } from '../../server/yaml/cut/document';
import { sliceJson } from '../../server/yaml/json/cut';
import { parseJson, parseJsonPart } from '../../server/yaml/json/json';
import { DEFAULT_LIMITS, type ParseResult } from '../../server/yaml/read/problem';
import { pairOf } from '../../server/yaml/tree/tree';
import { descendantsOf } from '../../server/yaml/tree/visit';
import { draws } from '../support/depth';

const always = () => true;

/** Makes a text so long that it is split although its entries do not begin lines. */
const LONG = ' '.repeat(20_000);

const AUTOMATA = `{
  "type": "automata",
  "states": {
    "a": {
      "render": { "text": "A" }
    },
    "b": {
      "render": { "text": "B" }
    },
    "c": {}
  },
  "initial": "a"
}
`;

function kinds(text: string): string[] {
  return Document.open(text, 'json', always).units.map((unit) => `${unit.kind}:${unit.text.split('\n')[0]}`);
}

const WHOLE = [
  'head:{',
  'section:  "type": "automata",',
  'states:  "states": {',
  'state:    "a": {',
  'state:    "b": {',
  'state:    "c": {}',
  'states-end:  },',
  'section:  "initial": "a"',
  'tail:}',
];

describe('slices of JSON', () => {
  it.each<[string, string, string[]]>([
    ['sections and states', AUTOMATA, WHOLE],
    ['with CRLF', AUTOMATA.replaceAll('\n', '\r\n'), WHOLE.map((line) => `${line}\r`)],
    ['indented by tabs', AUTOMATA.replaceAll('  ', '\t'), WHOLE.map((line) => line.replaceAll('  ', '\t'))],
    ['a missing bracket in a state', AUTOMATA.replace('"A" }', '"A"'), WHOLE],
    ['a superfluous bracket in a state', AUTOMATA.replace('"B" }', '"B" }}'), WHOLE],
    ['a wrong bracket in a state', AUTOMATA.replace('"B" }', '"B" ]'), WHOLE],
    ['a missing closing bracket of a state', AUTOMATA.replace('"A" }\n    },', '"A" }'), WHOLE],
    ['an unclosed quote in a state', AUTOMATA.replace('"A" }', '"A }'), WHOLE],
    ['a missing comma between two states', AUTOMATA.replace('},\n    "b"', '}\n    "b"'), WHOLE],
    [
      'a missing closing bracket of the states',
      AUTOMATA.replace('{}\n  },', '{},'),
      WHOLE.filter((line) => !line.startsWith('states-end')).map((line) => line.replace('{}', '{},')),
    ],
    [
      'a missing closing bracket of the root',
      AUTOMATA.replace('"a"\n}', '"a"'),
      WHOLE.filter((line) => !line.startsWith('tail')),
    ],
    [
      'a bracket that one state opens and another closes',
      AUTOMATA.replace('"A" }', '"A"').replace('"B"', '"B" }'),
      ['whole:{'],
    ],
    [
      'a pasted part with wrong indentation',
      AUTOMATA.replace('      "render": { "text": "A" }', '    "render": {\n    "text": "A"\n    }'),
      ['whole:{'],
    ],
    [
      'a pasted part at the left edge',
      AUTOMATA.replace('      "render": { "text": "A" }', '"render": {\n"text": "A"\n}'),
      WHOLE,
    ],
    [
      'a commented state',
      AUTOMATA.replace('    "b": {', '    /*\n    "b": {').replace('"B" }\n    },', '"B" }\n    },\n    */'),
      WHOLE.filter((line) => !line.includes('"b"')),
    ],
    ['an unclosed comment', AUTOMATA.replace('"A" }', '"A" } /*'), ['whole:{']],
    ['an incomplete key', AUTOMATA.replace('    "b"', '    "n\n    "b"'), WHOLE],
    ['an incomplete key before the first state', AUTOMATA.replace('    "a"', '    "n\n    "a"'), WHOLE],
    ['two keys on a line', AUTOMATA.replace('"automata",\n ', '"automata",'), ['whole:{']],
    [
      'a key on the line of the first bracket',
      AUTOMATA.replace('{\n ', '{'),
      ['whole:{ "type": "automata",'],
    ],
    ['without indentation', AUTOMATA.replaceAll(/^ +/gm, ''), ['whole:{']],
    ['a list at the root', '[\n  "a": 1\n]\n', ['whole:[']],
    ['an empty map', '{}\n', ['whole:{}']],
    ['a list of states', '{\n  "states": [\n    "a"\n  ]\n}', ['head:{', 'section:  "states": [', 'tail:}']],
    [
      'no states',
      '{\n  "states": {\n  },\n  "x": 1\n}',
      ['head:{', 'section:  "states": {', 'section:  "x": 1', 'tail:}'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('concatenate to the text', () => {
    fc.assert(
      fc.property(jsonText(), (value) => {
        expect(
          sliceJson(value)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(value);
      }),
    );
  });

  it('split a single line', () => {
    const text = JSON.stringify(JSON.parse(AUTOMATA)) + LONG;
    expect(sliceJson(text).map((piece) => `${piece.kind}:${piece.text.trim()}`)).toEqual([
      'head:{',
      'section:"type":"automata",',
      'states:"states":{',
      'state:"a":{"render":{"text":"A"}},',
      'state:"b":{"render":{"text":"B"}},',
      'state:"c":{}',
      'states-end:},',
      'section:"initial":"a"',
      'tail:}',
    ]);
  });
});

const line = fc.constantFrom(
  '{',
  '  "states": {',
  '  "states": { // c',
  '    "a": {',
  '    "b": {},',
  '    "b": {}',
  '      "c": "x',
  '      "d": [1, 2],',
  '    },',
  '    }',
  '  },',
  '  }',
  '}',
  '}}',
  '  "initial": "a",',
  '  "initial": "a"',
  '    "n',
  '// c',
  '/*',
  '*/ "x": 1',
  '    /* c */',
  '',
  ' ',
  '"a": 1',
  '[',
  ']',
  '\t"a": 1',
  '    "💬": {',
  '<<<<<<< a',
);
const jsonText = () =>
  fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '')), { maxLength: 16 })
    .map((lines) => lines.map(([a, b]) => a + b).join(''));
const startText = () =>
  fc.oneof(jsonText(), fc.constant(AUTOMATA), fc.constant(JSON.stringify(JSON.parse(AUTOMATA))));

describe('slices of valid JSON', () => {
  const name = fc.constantFrom('a', 'b', 'states', 'initial', 'x y', '{', '"', '//', '💬');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(1, null, true, 'text', '}', '"{', '/*', '{{x', 'y}}', ', ', '12:30', 'a: ', '\\'),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(tie('any'), { maxLength: 3 }),
    map: fc.dictionary(name, tie('any'), { maxKeys: 4 }),
  }));
  const document = fc.tuple(value.map, fc.dictionary(name, value.map, { maxKeys: 4 }), fc.boolean());

  it.each([0, 1, 2, 4, '\t'])('contain the keys of the whole text, indented by %j', (indent) => {
    fc.assert(
      fc.property(document, ([fields, states, isFirst]) => {
        const data = isFirst ? { states, ...(fields as object) } : { ...(fields as object), states };
        const text = JSON.stringify(data, null, indent);
        const pairs = (parsed: ParseResult) =>
          parsed.root?.kind === 'map' ? parsed.root.pairs.map(({ name: key }) => key) : [];
        const whole = parseJson(text);
        for (const slices of [text + LONG, text].map((one) => Document.open(one, 'json', always).units)) {
          if (slices[0]?.kind === 'whole') continue;
          const parts = slices.map((slice) => ({
            slice,
            parsed: parseJsonPart(slice, DEFAULT_LIMITS),
          }));
          for (const { slice, parsed } of parts) expect(parsed.problems, slice.text).toEqual([]);
          const roots = parts
            .filter(({ slice }) => slice.kind !== 'state')
            .flatMap(({ parsed }) => pairs(parsed));
          expect(roots).toEqual(pairs(whole));
          const children = parts
            .filter(({ slice }) => slice.kind === 'state')
            .flatMap(({ parsed }) => pairs(parsed));
          const isCut = slices.some(({ kind }) => kind === 'states');
          const map = whole.root?.kind === 'map' ? pairOf(whole.root, 'states')?.value : undefined;
          if (isCut)
            expect(children).toEqual(map?.kind === 'map' ? map.pairs.map(({ name: key }) => key) : []);
        }
      }),
    );
  });
});

describe('an edit of JSON', () => {
  it('has the same units as opening the new text', () => {
    const edits = fc.array(fc.tuple(fc.nat(200), fc.nat(12), fc.oneof(jsonText(), line)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(startText(), edits, (start, changes) => {
        let document = Document.open(start, 'json', always);
        let expected = start;
        for (const [at, length, inserted] of changes) {
          const from = Math.min(at, expected.length);
          const to = Math.min(from + length, expected.length);
          document = document.edit(from, to, inserted);
          expected = expected.slice(0, from) + inserted + expected.slice(to);
          const scratch = Document.open(expected, 'json', always);
          expect(document.text).toBe(expected);
          expect(
            document.units.map(({ kind, text, next, commaBefore }) => ({ kind, text, next, commaBefore })),
          ).toEqual(
            scratch.units.map(({ kind, text, next, commaBefore }) => ({ kind, text, next, commaBefore })),
          );
        }
      }),
      { numRuns: draws(100, 300) },
    );
  });

  it('keeps every range of a tree within its slice', () => {
    fc.assert(
      fc.property(startText(), fc.nat(200), line, (start, at, inserted) => {
        const from = Math.min(at, start.length);
        const document = Document.open(start.slice(0, from) + inserted + start.slice(from), 'json', always);
        for (const { text, parsed } of document.units) {
          const ranges = [...descendantsOf(parsed.root), ...parsed.problems];
          for (const range of ranges) {
            expect(range.start).toBeGreaterThanOrEqual(0);
            expect(range.end).toBeGreaterThanOrEqual(range.start);
            expect(range.end).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: draws(50, 150) },
    );
  });

  it('keeps the other units', () => {
    const states = Array.from({ length: 50 }, (_, i) => `    "s${i}": {\n      "text": "hi"\n    }`).join(
      ',\n',
    );
    const before = Document.open(`{\n  "states": {\n${states}\n  }\n}\n`, 'json', always);
    for (const inserted of ['x', '"', '}', '{', ',']) {
      const at = before.text.indexOf('hi', 500);
      const after = before.edit(at, at, inserted);
      const kept = new Set(before.units);
      expect(
        after.units.filter((unit) => !kept.has(unit)),
        inserted,
      ).toHaveLength(1);
    }
  });
});
