import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../server/yaml/read/parse';
import { valueOffsets } from '../../server/yaml/tree/scalar-map';

/** Checks the source offset of each code unit of `word` in the value of the only key. */
function check(text: string, word = 'word'): void {
  const { root } = parseYaml(text);
  const node = root?.kind === 'map' ? root.pairs[0]?.value : undefined;
  if (node?.kind !== 'scalar') throw new Error('no scalar');
  const offsets = valueOffsets(text, node);
  const at = node.value.indexOf(word);
  expect(at).toBeGreaterThanOrEqual(0);
  expect([...offsets.slice(at, at + word.length)]).toEqual(
    Array.from({ length: word.length }, (_, index) => text.indexOf(word) + index),
  );
  expect(offsets).toHaveLength(node.value.length + 1);
  for (const offset of offsets) {
    expect(offset).toBeGreaterThanOrEqual(node.start);
    expect(offset).toBeLessThanOrEqual(node.end);
  }
}

describe('source offsets of the value of a scalar', () => {
  it.each([
    ['plain', 'a: some word here'],
    ['plain on two lines', 'a: some\n   word here'],
    ['single quotes', "a: 'it''s a word'"],
    ['single quotes, folded', "a: 'it''s\n\n  a\n  word'"],
    ['double quotes', 'a: "\\t\\u00e4 \\U0001F600 word"'],
    ['double quotes, an escaped break', 'a: "x \\\n   word"'],
    ['literal', 'a: |\n  one\n\n    two\n  word\n'],
    ['literal with an indentation', 'a: |1\n   one\n  word\n'],
    ['folded', 'a: >-\n  one\n  two\n\n  three\n    four\n  word\n'],
    ['CRLF', 'a: >-\r\n  one\r\n  word\r\n'],
    ['beyond the BMP', 'a: |\n  😀𝒳 word'],
    ['an unclosed double quote with escapes', 'a: "\\u00e4\\t word'],
    ['an unclosed single quote with a doubled one', "a: 'it''s word"],
  ])('%s', (_style, text) => check(text));
});
