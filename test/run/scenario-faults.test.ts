import { describe, expect, it } from 'vitest';
import { readScenarios } from '../../server/run/scenario/read-scenarios';
import { formatMessage } from '../../server/text/message';
import { addressOf, findingsOf, workspaceOf } from '../support/workspace';

const PATH = 'a.scenario.yaml';

/** The problems that keep a file of scenarios from being run, each with its source. */
function problemsOf(text: string): string[] {
  return readScenarios(text, addressOf(PATH)).problems.map(
    ({ message, place }) => `${text.slice(place?.start, place?.end)} → ${formatMessage(message)}`,
  );
}

/** The messages of the language server. */
function findingsIn(text: string): string[] {
  const files = [
    { path: PATH, text },
    { path: 'main.yaml', text: 'initial: a\nstates: {a: {render: {text: A}}}\n' },
  ];
  const found = findingsOf(workspaceOf(files, [PATH]), files).filter(({ path }) => path === PATH);
  return found.map(({ finding }) => formatMessage(finding.message));
}

describe('a fault of a scenario file is reported in the words of the language server', () => {
  it.each([
    ['seed: abc\nscenarios: []\n', 'abc → `seed` expects a whole number, not text.'],
    ['seed: 1.5\nscenarios: []\n', '1.5 → `seed` expects a whole number, not the number 1.5.'],
    ['automata: [a, b]\nscenarios: []\n', '[a, b] → `automata` expects text, not a list.'],
    ['scenarios: [5]\n', '5 → An item of `scenarios` expects a map, not the number 5.'],
    ['scenarios: [[a]]\n', '[a] → An item of `scenarios` expects a map, not a list.'],
    ['scenarios: [null]\n', 'null → An item of `scenarios` has no value. Expected a map.'],
    ['scenarios: [{name: [a, b]}]\n', '[a, b] → `name` expects text, not a list.'],
    ['scenarios: [{start: b}]\n', 'b → `start` expects a map, not text.'],
    ['scenarios: [{start: {context: 5}}]\n', '5 → `context` expects a map, not the number 5.'],
    ['scenarios: [{start: {state: [a, b]}}]\n', '[a, b] → `state` expects text, not a list.'],
    ['scenarios: [{start: {stat: a}}]\n', 'a → `start` has no field `stat`. Did you mean `state`?'],
    ['scenarios: [{tasks: []}]\n', '[] → `tasks` expects a map, not a list.'],
    ['scenarios: [{steps: {}}]\n', '{} → `steps` expects a list, not a map.'],
    ['scenarios: [{steps: [{expect: 5}]}]\n', '5 → `expect` expects a map, not the number 5.'],
    ['scenarios: [{steps: [{expect: foo}]}]\n', 'foo → `expect` expects a map, not text.'],
    ['scenarios: [{steps: [{expect: [a]}]}]\n', '[a] → `expect` expects a map, not a list.'],
    ['scenarios: [{steps: [{expect: true}]}]\n', 'true → `expect` expects a map, not the boolean `true`.'],
  ])('%j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
    expect(findingsIn(text)).toEqual([problem.replace(/^.* → /, '')]);
  });
});

it.each([
  'scenarios: []\n',
  'automata:\nseed:\nscenarios: [{name:, start:, tasks:, steps:}]\n',
  "seed: '7'\nscenarios: [{name: 5, start: {state:, context:}, tasks: {}, steps: []}]\n",
  'scenarios: [{}, {start: {}, steps: [{expect: {}}, {expect:}]}]\n',
])('a file with empty parts can be run: %j', (text) => {
  expect(problemsOf(text)).toEqual([]);
});
