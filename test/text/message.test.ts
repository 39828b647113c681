import { describe, expect, it } from 'vitest';
import {
  formatMessage,
  hasTranslations,
  isBlank,
  joinMessages,
  msg,
  seriesOf,
} from '../../server/text/message';

const CHINESE = {
  'Nothing leads to `{0}`.': '没有任何转换通向 `{0}`。',
  'Did you mean `{0}`?': '您是想写 `{0}` 吗？',
  '{0} expects {1}, not {2}.': '{0} 应为{1}，而不是{2}。',
  '`{0}` is in `{1}`.': '`{1}` 里有 `{0}`。',
  'a text': '文本',
  'a list': '列表',
  ', ': '、',
  ' or ': ' 或 ',
};

describe('a message', () => {
  it.each([
    ['has names as arguments', msg`Nothing leads to \`${'home'}\`.`, '没有任何转换通向 `home`。'],
    ['may have arguments in another order', msg`\`${'a'}\` is in \`${'b'}\`.`, '`b` 里有 `a`。'],
    [
      'has messages as arguments',
      msg`${'`x`'} expects ${seriesOf([msg('a list'), msg('a text'), '`y`'], 'or')}, not ${msg('a text')}.`,
      '`x` 应为列表、文本或 `y`，而不是文本。',
    ],
    [
      'may consist of several messages',
      msg`${msg`Nothing leads to \`${'hme'}\`.`}${msg` Did you mean \`${'home'}\`?`}`,
      '没有任何转换通向 `hme`。您是想写 `home` 吗？',
    ],
    ['does not translate names', msg`Nothing leads to \`${'a text'}\`.`, '没有任何转换通向 `a text`。'],
    [
      'does not replace placeholders in names',
      msg`Nothing leads to \`${'{0}$&'}\`.`,
      '没有任何转换通向 `{0}$&`。',
    ],
    [
      'has more backticks around a name that contains some',
      msg`Nothing leads to \`${'a`b'}\`.`,
      '没有任何转换通向 ``a`b``。',
    ],
    ['stays English without a translation', msg`This is ${'new'}.`, 'This is new.'],
    ['has no translations from `Object.prototype`', msg('constructor'), 'constructor'],
  ])('%s', (_, message, chinese) => {
    expect(formatMessage(message, CHINESE)).toBe(chinese);
  });

  it('is English without translations', () => {
    expect(formatMessage(msg`${joinMessages(['`a`', msg('a text')], ', ')} and ${2}`)).toBe(
      '`a`, a text and 2',
    );
  });

  it('may be blank', () => {
    expect([msg``, msg`${''}`, msg('x'), ''].map(isBlank)).toEqual([true, true, false, true]);
  });

  it('is not a string before it is formatted', () => {
    const message = msg('a text');
    // @ts-expect-error The compiler rejects it.
    expect(`${message}`).not.toContain('a text');
  });
});

it('translations exist for Simplified Chinese', () => {
  expect(['zh-cn', 'zh-Hans', 'zh', 'zh-tw', 'zh-Hant', 'en'].map(hasTranslations)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
