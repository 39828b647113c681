import { expect, it } from 'vitest';
import { formatMessage } from '../../server/text/message';
import { parseYaml } from '../../server/yaml/read/parse';

/** A wrong quote around an expression is one mistake: the value is still the expression, not a text. */

it.each([
  ["a: {'{f(x)}}'\nb: 1\n", "Expected `'{{` instead of `{'{`."],
  ['a: {"{f(x)}}"\nb: 1\n', 'Expected `"{{` instead of `{"{`.'],
  [`a: "{{f(x)}}'\nb: 1\n`, 'The double quote is not closed on this line. Close it with ".'],
  [
    "a: {{f(x)}}'\nb: 1\n",
    "YAML reads a value that starts with `{{` as a map. Put it in quotes, `'{{ ... }}'`, with each `'` inside doubled.",
  ],
])('%j', (text, message) => {
  const { root, problems } = parseYaml(text);
  expect(problems.map((one) => formatMessage(one.message))).toEqual([message]);
  const pairs = root?.kind === 'map' ? root.pairs : [];
  expect(pairs.map(({ name, value }) => [name, value.kind === 'scalar' && value.value])).toEqual([
    ['a', '{{f(x)}}'],
    ['b', '1'],
  ]);
});

it('a flow map whose key contains braces is a map', () => {
  const { root } = parseYaml(`a: {'{x}}'}\nb: 1\n`);
  const value = root?.kind === 'map' ? root.pairs[0]?.value : undefined;
  expect(value?.kind).toBe('map');
});
