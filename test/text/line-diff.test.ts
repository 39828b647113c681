import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../server/text/apply';
import { lineChanges } from '../../server/text/line-diff';

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', '  a\n', '\n', 'c\r\n', '😀\n', 'long line\n'), { maxLength: 12 })
  .map((lines) => lines.join(''));

describe('lineChanges', () => {
  it('returns changes that convert one text to the other', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom('', 'end', '😁'), (a, b, end) => {
        expect(applyChanges(a + end, lineChanges(a + end, b))).toBe(b);
        expect(applyChanges(b, lineChanges(b, a + end))).toBe(a + end);
      }),
    );
  });

  it('returns minimal changes', () => {
    expect(lineChanges('a\nb\nc\n', 'a\n  b\nc\n')).toEqual([{ range: { start: 2, end: 2 }, text: '  ' }]);
    expect(lineChanges('a\n\n\nb\nc\n', 'a\nb\nx\nc\n')).toEqual([
      { range: { start: 2, end: 4 }, text: '' },
      { range: { start: 6, end: 6 }, text: 'x\n' },
    ]);
    expect(lineChanges('a\n', 'a\n')).toEqual([]);
  });

  it('does not split surrogate pairs or line breaks', () => {
    expect(lineChanges('😀\n', '😁\n')).toEqual([{ range: { start: 0, end: 2 }, text: '😁' }]);
    expect(lineChanges('a\r\n', 'a\n')).toEqual([{ range: { start: 1, end: 3 }, text: '\n' }]);
  });

  it('supports large texts without common lines', () => {
    const lines = (mark: string) => Array.from({ length: 2000 }, (_, line) => `${mark}${line}\n`).join('');
    expect(lineChanges(lines('a'), lines('b')).length).toBeGreaterThan(0);
    expect(applyChanges(lines('a'), lineChanges(lines('a'), `${lines('b')}x\n`))).toBe(`${lines('b')}x\n`);
  });
});
