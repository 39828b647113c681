import { expect, it } from 'vitest';
import { proseText } from '../../server/text/markdown-text';

it.each([
  ['Where, e.g. in Bern (or Rome)?', 'Where, e.g. in Bern (or Rome)?'],
  ['The `city` of ``x`', 'The `city` of \\`\\`x\\`'],
  ['The `city` of ``a`<b>``', 'The `city` of ``a`<b>``'],
  ['a\n  b\n\n\n c', 'a b\n\nc'],
  ['    code', 'code'],
  ['# a', '\\# a'],
  ['- a', '\\- a'],
  ['12. a', '12\\. a'],
  ['[a](command:b) ![c](d)', '\\[a\\](command:b) !\\[c\\](d)'],
  ['<img src=x> &lt; **a** ~b~', '\\<img src=x\\> \\&lt; \\*\\*a\\*\\* \\~b\\~'],
  ['https://a.b www.a.b a@b.c', 'https\\://a.b www\\.a.b a\\@b.c'],
  ['a\\*b', 'a\\\\\\*b'],
  ['a\n===\nb', 'a === b'],
  ['\u202ea\u0000', 'a'],
])('the text %j has no syntax as Markdown', (text, markdown) => {
  expect(proseText(text)).toBe(markdown);
});
