import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulletList, commaList, inlineCode, paragraphs } from '../../server/features/markdown';
import { msg } from '../../server/text/message';
import { inEnglish } from '../support/english';

describe('a code span', () => {
  it.each<[string, string, string]>([
    ['a word', 'home', '`home`'],
    ['backticks inside', 'a `b` c', '``a `b` c``'],
    ['a run of backticks', 'a ``b', '```a ``b```'],
    ['backticks at the ends', '`a', '`` `a ``'],
    ['only backticks', '```', '```` ``` ````'],
    ['empty text', '', '`""`'],
    ['only whitespace', ' \n\t', '`""`'],
    ['line breaks', 'a\r\n\n# b', '`a # b`'],
    ['a link', '[x](command:evil)', '`[x](command:evil)`'],
    ['HTML', '<img src=x>', '`<img src=x>`'],
    ['a closing backtick', '` <b> `', '`` ` <b> ` ``'],
    ['a bidirectional override', 'a\u202Eb', '`a b`'],
    ['characters outside the BMP', '𝒳😀', '`𝒳😀`'],
  ])('%s', (_what, text, expected) => expect(inEnglish(inlineCode(text))).toBe(expected));

  it('is truncated between characters', () => {
    expect(inEnglish(inlineCode('😀'.repeat(100), 3))).toBe('`😀😀…`');
    expect(inEnglish(inlineCode('abc', 3))).toBe('`abc`');
    expect(inEnglish(inlineCode('abcd', 3))).toBe('`ab…`');
  });

  it('contains the whole of any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom('`', '``', ' ', '\n', 'a', '\\', '<', '[')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        const span = inEnglish(inlineCode(value));
        const fence = /^`+/.exec(span)?.[0] ?? '';
        const inner = span.slice(fence.length, -fence.length);
        expect(span.endsWith(fence)).toBe(true);
        expect(inner).toMatch(/^(?!`).*[^`]$/su);
        expect(inner.match(/`+/g) ?? []).not.toContain(fence);
        expect(inner).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
      }),
    );
  });
});

describe('lists', () => {
  it.each<[string[], number, string]>([
    [[], 2, ''],
    [['a'], 2, 'a'],
    [['a', 'b', 'c'], 2, 'a, b, c'],
    [['a', 'b', 'c', 'd'], 2, 'a, b and 2 more'],
  ])('%j', (items, max, expected) =>
    expect(
      inEnglish(
        commaList(
          items.map((item) => msg(item)),
          max,
        ),
      ),
    ).toBe(expected),
  );

  it('leaves out missing and empty parts', () => {
    expect(inEnglish(paragraphs(msg('a'), undefined, msg(''), msg('b')))).toBe('a\n\nb');
    expect(inEnglish(bulletList(msg('a'), undefined, msg('b')))).toBe('- a\n- b');
  });
});
