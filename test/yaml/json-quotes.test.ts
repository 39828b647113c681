import { expect, it } from 'vitest';
import { formatMessage } from '../../server/text/message';
import { parseJson } from '../../server/yaml/json/json';
import { findingsOf, workspaceOf } from '../support/workspace';

/** A wrong quote around a name is one mistake, and the entry is still parsed. */

const CASES: readonly (readonly [string, string, string, string])[] = [
  [
    'a name that ends with a single quote, before an expression',
    `{\n  "context.a': "{{0}}",\n  "b": 1\n}`,
    `"context.a'`,
    'JSON allows only double quotes.',
  ],
  [
    'a name without its closing quote, before an expression',
    `{\n  "passed: "{{false}}",\n  "b": 1\n}`,
    '"passed',
    'Expected `"` after this name.',
  ],
  [
    'a name without its opening quote, before an expression',
    `{\n  memory": "{{context.memory}}",\n  "b": 1\n}`,
    'memory"',
    'Expected `"` before this name.',
  ],
  [
    'a name that begins with a single quote, on a line with more single quotes',
    `{ 'on_click": "go", "text": "{{'a'}}", "b": 1 }`,
    `'on_click"`,
    'JSON allows only double quotes.',
  ],
];

it.each(CASES)('%s', (_, text, marked, message) => {
  const { root, problems } = parseJson(text);
  const found = problems.map((one) => [text.slice(one.start, one.end), formatMessage(one.message)]);
  expect(found).toEqual([[marked, message]]);
  const names = root?.kind === 'map' ? root.pairs.map(({ name }) => name) : [];
  expect(names[0]).toBe(marked.replace(/["']/g, ''));
  expect(names.at(-1)).toBe('b');
});

it('a superfluous bracket or quote in JSON has one finding', () => {
  const state = (name: string, target: string) => ({
    [name]: {
      render: { text: name, buttons: [{ content: 'Go', on_click: 'go' }] },
      transitions: { go: target },
    },
  });
  const states = { ...state('first', 'second'), ...state('second', 'third'), ...state('third', 'first') };
  const text = JSON.stringify({ type: 'automata', initial: 'first', states });
  const codesOf = (one: string) => {
    const file = { path: 'main.automata.json', text: one };
    return findingsOf(workspaceOf([file]), [file]).map(({ finding }) => finding.rule.code);
  };
  expect(codesOf(text)).toEqual([]);
  expect(codesOf(text.replace('"buttons":[', '"buttons":[['))).toEqual(['yaml-syntax']);
  expect(codesOf(text.replace('"second"}}', '"second"}}}'))).toEqual(['yaml-syntax']);
  const lines = JSON.stringify(JSON.parse(text), undefined, 2);
  expect(codesOf(lines.replace('"buttons": [\n          {', '"buttons": [\n          "{'))).toEqual([
    'yaml-syntax',
  ]);
});

it('reports each string in single quotes on one line, and parses it', () => {
  const words = Array.from({ length: 40 }, (_, index) => `'k${index}': 'It is ${index}'`);
  const text = `{${words.join(', ')}, 'last': None}`;
  const { root, problems } = parseJson(text);
  expect(problems).toHaveLength(82);
  expect(problems.every(({ remedy }) => remedy?.isCertain)).toBe(true);
  const names = root?.kind === 'map' ? root.pairs.map(({ name }) => name) : [];
  expect(names).toEqual([...words.keys()].map((index) => `k${index}`).concat('last'));
});
