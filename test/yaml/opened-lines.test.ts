import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../server/text/message';
import { parseWithLikelyChange } from '../../server/yaml/mistakes/likely-change-search';
import { parseYaml } from '../../server/yaml/read/parse';
import { DEFAULT_LIMITS } from '../../server/yaml/read/problem';

/** A bracket before a line in block style is one mistake: the lines below it are not read as a flow collection. */

const TEXTS = {
  'a key with its value below': `inputs:
  a:
    type: text
¦outputs:
  context.a: '{{a}}'
render:
  text: 'Hello: {{a}}'
`,
  'a key among others': `context:
  current: '{{0}}'
  ¦score: '{{0}}'
  passed: '{{false}}'
  name: ''
`,
  'the first key': `transitions:
  ¦go_home: home
  next_question: question
`,
  'the last key': `transitions:
  go_home: home
  ¦next_question: question
`,
  'a list item': `buttons:
    ¦- content: Start
      on_click: next_question
    - content: Stop
      on_click: stop
`,
  'the last list item': `cases:
  - condition: a
    target: b
  ¦- target: c
`,
};

function problemsOf(text: string): readonly (readonly [number, string])[] {
  const { problems } = parseWithLikelyChange(text, (effort, change) =>
    parseYaml(text, DEFAULT_LIMITS, effort, change && [change]),
  );
  return problems.map(({ start, message }) => [start, formatMessage(message)]);
}

describe.each(['{', '['])('a %s before', (bracket) => {
  it.each(Object.entries(TEXTS))('%s', (_, marked) => {
    const at = marked.indexOf('¦');
    expect(problemsOf(marked.replace('¦', ''))).toEqual([]);
    expect(problemsOf(marked.replace('¦', bracket))).toEqual([[at, `Unexpected \`${bracket}\`. Remove it.`]]);
  });
});

it('reports an unclosed flow map below its key', () => {
  expect(problemsOf('render:\n  {text: Hello\n')).toEqual([
    [10, 'This `{` is not closed. Close it with `}`.'],
  ]);
});
