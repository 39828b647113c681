import { expect, it } from 'vitest';
import { plainText } from '../../server/features/plain-text';

it.each([
  ['**transitions** of `home`', 'transitions of home'],
  [
    'a _word_ and *another*, snake_case_name and 2 * 3 * 4',
    'a word and another, snake_case_name and 2 * 3 * 4',
  ],
  ['`a * b * c` and ``a ` b``, `` `x` ``', 'a * b * c and a ` b, `x`'],
  ['# Title\n\ntext\n\n---\n\nmore', 'Title\n\ntext\n\nmore'],
  ['- one\n- **two**', '- one\n- two'],
  ['see [the page](https://example.com/a_b) here', 'see the page here'],
  ['```yaml\na: **b**\n# c\n```\n\nafter', 'a: **b**\n# c\n\nafter'],
  ['a \\* b \\_c\\_', 'a * b _c_'],
  ['', ''],
])('%j becomes plain text', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain);
});
