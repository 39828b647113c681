import { describe, expect, it } from 'vitest';
import { ResponseError } from 'vscode-languageserver';
import { localised } from '../../server/protocol/localise';
import { translator } from '../../server/text/translation';

const CATALOG = {
  sentences: {
    'This goes.': '这样可以。',
    'Nothing leads to `{0}`.': '没有任何转换通向 `{0}`。',
    'Did you mean `{0}`?': '您是指 `{0}` 吗？',
    '{0} takes {1}, not {2}.': '{0} 需要{1}，而不是{2}。',
    '`{0}` is in `{1}`.': '`{1}` 里有 `{0}`。',
  },
  words: {
    'a list of {0}': '{0}的列表',
    numbers: '数字',
    'a text': '文本',
    required: '必需',
    ', ': '、',
    ' or ': '或',
    '{0} more': '另外 {0} 项',
    ' and ': '和',
  },
};

describe('a translation', () => {
  it.each([
    ['a whole sentence', 'This goes.', '这样可以。'],
    ['a name in its place', 'Nothing leads to `home`.', '没有任何转换通向 `home`。'],
    ['places in another order', '`a` is in `b`.', '`b` 里有 `a`。'],
    [
      'words in places, and in the places of words',
      '`x` takes a list of numbers, not a text.',
      '`x` 需要数字的列表，而不是文本。',
    ],
    [
      'several sentences',
      'Nothing leads to `hme`. Did you mean `home`?',
      '没有任何转换通向 `hme`。您是指 `home` 吗？',
    ],
    ['a name with the end of a sentence in it', 'Nothing leads to `a. B`.', '没有任何转换通向 `a. B`。'],
    ['lines and items', 'This goes.\n- This goes.\n\nThis goes.', '这样可以。\n- 这样可以。\n\n这样可以。'],
    ['facts on one line', '`x` takes numbers, not a text. · required', '`x` 需要数字，而不是文本。 · 必需'],
    [
      'lists',
      '`x` takes `a`, numbers or `b, c` and 3 more, not a text.',
      '`x` 需要 `a`、数字或 `b, c` 和另外 3 项，而不是文本。',
    ],
    [
      'what is no list of words',
      '`x` takes { a: 1, b: 2 }, not a text.',
      '`x` 需要 { a: 1, b: 2 }，而不是文本。',
    ],
    ['backticks in code', 'Nothing leads to `` a`b ``.', '没有任何转换通向 `` a`b ``。'],
    ['emphasised facts', '*required · numbers*', '*必需 · 数字*'],
    ['text beside code', 'This goes.\n```yaml\nThis goes.\n```', '这样可以。\n```yaml\nThis goes.\n```'],
    ['what only looks like a pattern', 'Nothing leads to `{1}$&`.', '没有任何转换通向 `{1}$&`。'],
  ])('of %s', (_, english, other) => {
    expect(translator(CATALOG)(english ?? '')).toBe(other);
  });

  it('leaves what it does not know, and no half of it, and tells', () => {
    const missing: string[] = [];
    const translate = translator(CATALOG, (text) => missing.push(text));
    expect(translate('This goes. That does not.')).toBe('This goes. That does not.');
    expect(translate('constructor')).toBe('constructor');
    expect(missing).toEqual(['This goes. That does not.', 'constructor']);
  });

  it('takes no time to speak of for texts that are made to be slow', () => {
    const translate = translator(CATALOG);
    const start = performance.now();
    for (const part of ['` ', ' takes ', ', not ', '``` `` ` ', 'a, ', '. ', ' · ', '* '])
      translate(part.repeat(19_000 / part.length));
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('of an answer touches only what is read', () => {
    const answer = {
      items: [{ label: 'This goes.', detail: 'This goes.', data: { value: 'This goes.' } }],
      contents: { kind: 'markdown', value: 'This goes.' },
      range: null,
    };
    const before = structuredClone(answer);
    expect(localised(answer, translator(CATALOG))).toEqual({
      items: [{ label: 'This goes.', detail: '这样可以。', data: { value: 'This goes.' } }],
      contents: { kind: 'markdown', value: '这样可以。' },
      range: null,
    });
    expect(answer).toEqual(before);
  });

  it('of a refusal says why, and leaves symbols and numbers as they are', () => {
    const translate = translator(CATALOG);
    const refusal = localised(new ResponseError(-32803, 'This goes.'), translate);
    expect(refusal).toBeInstanceOf(ResponseError);
    expect(refusal).toMatchObject({ code: -32803, message: '这样可以。' });
    const symbol = { name: 'numbers', detail: 'numbers', selectionRange: {}, children: [] };
    expect(localised([symbol], translate)).toEqual([symbol]);
    const data = [1, 2, 3];
    expect(localised({ data }, translate).data).toBe(data);
  });
});
