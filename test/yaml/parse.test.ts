import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseJson } from '../../server/yaml/json/json';
import { parseYaml } from '../../server/yaml/read/parse';
import { valueOffsets } from '../../server/yaml/tree/scalar-map';
import type { Node, ScalarNode } from '../../server/yaml/tree/tree';
import { draws } from '../support/depth';

function* scalars(node: Node | undefined): Generator<ScalarNode> {
  if (node?.kind === 'scalar') yield node;
  else if (node?.kind === 'seq') for (const item of node.items) yield* scalars(item);
  else if (node?.kind === 'map') for (const pair of node.pairs) yield* scalars(pair.value);
}

describe('hostile text', () => {
  it.each([
    ['10,000 brackets', '['.repeat(10_000)],
    [
      '10,000 levels of maps',
      Array.from({ length: 10_000 }, (_, i) => `${' '.repeat(i % 500)}a:\n`).join(''),
    ],
    ['300 levels of maps', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['a recursive alias', 'a: &x\n  b: *x\n'],
    ['many aliases', `a: &x 1\nb: [${'*x,'.repeat(5000)}]`],
    ['nul, lone surrogate, byte order mark', '\uFEFFa: \0\nb: \uD800\n'],
    ['a key without a colon before comments', 'a: 1\nb #\n #'],
    ['a key without a colon above a commented-out line', 'a:\n  b # none yet\n  # c: d\n  e: f\n'],
  ])('%s', (_name, text) => {
    expect(() => parseYaml(text)).not.toThrow();
    expect(() => parseJson(text)).not.toThrow();
  });
});

describe('offsets of a scalar', () => {
  const cases: [string, string][] = [
    ['plain', 'a: one {{two}}\n'],
    ['plain on several lines', 'a: one\n  two {{three}}\n\n  four\n'],
    ['single', "a: 'it''s {{x[''k'']}}'\n"],
    ['single quotes on several lines', "a: 'one   \n   two\n\n\n  three {{x}}'\n"],
    ['double', 'a: "t\\tn\\nx\\u0041 \\U0001F600 {{\\"q\\"}}"\n'],
    ['double with joined lines', 'a: "one \\\n   two {{x}}"\n'],
    ['literal', 'a: |\n  one\n\n    two {{x}}\n  three\n'],
    ['literal with indicator', 'a: |2-\n    one {{x}}\n'],
    ['folded', 'a: >-\n  one\n  two {{x}}\n\n  three\n    more\n  four\n\n\n  five\n'],
    ['folded with a deeper first line', 'a: >\n\n\n    one\n    two\n'],
    ['CRLF', 'a: |\r\n  one\r\n  two {{x}}\r\n'],
    ['CRLF folded', 'a: >\r\n  one\r\n  two\r\n\r\n  three {{x}}\r\n'],
    ['beyond the BMP', "a: '💬 {{x}} 💬'\n"],
    ['list item', 'a:\n  - |\n    x {{y}}\n'],
  ];
  it.each(cases)('%s', (_name, text) => {
    const [node] = [...scalars(parseYaml(text).root)];
    if (node === undefined) throw new Error('no scalar');
    const offsets = valueOffsets(text, node);
    for (let i = 0; i < node.value.length; i++) {
      const at = offsets[i] ?? -1;
      const char = node.value[i] ?? '';
      const escaped = text[at] === '\\';
      if (escaped || /\s/.test(char)) expect(i === 0 || at >= (offsets[i - 1] ?? 0)).toBe(true);
      else expect([i, text[at]]).toEqual([i, char]);
    }
    expect(offsets.at(-1)).toBeLessThanOrEqual(node.end);
  });

  it('agree with the parser for all scalars that the library writes', () => {
    const value = fc.array(
      fc.constantFrom('a', ' ', '\n', "'", '"', '\\', '{{x}}', '\t', '💬', '#', ': ', '  b'),
      { maxLength: 20 },
    );
    const style = fc.constantFrom(
      'PLAIN',
      'QUOTE_SINGLE',
      'QUOTE_DOUBLE',
      'BLOCK_LITERAL',
      'BLOCK_FOLDED',
    ) as fc.Arbitrary<'PLAIN'>;
    fc.assert(
      fc.property(value, style, fc.integer({ min: 20, max: 60 }), (parts, type, width) => {
        const text = stringify({ a: { b: parts.join('') } }, { defaultStringType: type, lineWidth: width });
        const [node] = [...scalars(parseYaml(text).root)];
        if (node === undefined) throw new Error('no scalar');
        fc.pre(node.value === parts.join('')); // The library loses some whitespace when it folds.
        const offsets = valueOffsets(text, node);
        for (let i = 0; i < node.value.length; i++) {
          const char = node.value[i] ?? '';
          const at = offsets[i] ?? -1;
          if (!/\s/.test(char) && text[at] !== '\\') expect([text, i, text[at]]).toEqual([text, i, char]);
        }
      }),
      { numRuns: draws(150, 250) },
    );
  });
});
