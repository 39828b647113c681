import { expect, it } from 'vitest';
import { asCode, sentenceParts } from '../../server/text/code-spans';

it.each([
  ['`name` is required.', ['<name>', ' is required.']],
  ['One of `a` or `b`', ['One of ', '<a>', ' or ', '<b>']],
  ['A lone ` stays.', ['A lone ` stays.']],
  ['``a`b`` and `c`', ['<a`b>', ' and ', '<c>']],
  ['A lone `` before `a`', ['A lone `` before ', '<a>']],
  ['`a`` of ``b`', ['<a`` of ``b>']],
  ['` a `', ['< a >']],
  ['', []],
])('the sentence %j has code between backticks', (sentence, parts) => {
  expect(sentenceParts(sentence).map(({ text, isCode }) => (isCode ? `<${text}>` : text))).toEqual(parts);
});

it.each(['a', 'a`b', '`', '``', '`a', 'a``', ' a` ', '` `', '```a`` `'])(
  'the text %j is read as it is',
  (text) => {
    expect(sentenceParts(`${asCode(text)} and ${asCode('x')}`)).toEqual([
      { text, isCode: true },
      { text: ' and ', isCode: false },
      { text: 'x', isCode: true },
    ]);
  },
);
