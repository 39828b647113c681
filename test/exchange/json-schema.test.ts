import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatSchema } from '../../server/exchange/json-schema';
import { dataOf, isObject, schemaFaults } from '../support/json-schema';
import { describeRealFiles } from '../support/real-files';

const SCHEMA: unknown = JSON.parse(JSON.stringify(formatSchema()));

describeRealFiles((folder) => {
  it('are valid', () => {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.yaml$|quiz.*\.json$|output\.json$/.test(path) && !path.startsWith('not-'),
    );
    expect(paths.length).toBeGreaterThan(8);
    const found = paths.flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return schemaFaults(SCHEMA, dataOf(text, path.endsWith('.json') ? 'json' : 'yaml')).map(
        (at) => `${path}: ${at}`,
      );
    });
    expect(found).toEqual([]);
  });
});

it.each([
  ['an automata', 'initial: a\nstates:\n  a: {render: {text: hi}, transitions: {CHAT: a, go: {}}}\n'],
  ['states in files', 'type: automata\ninitial: a\nstates: !include state\n'],
  ['a state', 'render: {text: hi}\n'],
  ['empty values', 'initial: a\nstates:\n  a:\n    inputs:\n    render: {text:}\n'],
  ['states of an included file', 'a: {render: {text: hi}}\nb: {initial: c, states: {c: {}}}\n'],
  [
    'expressions',
    "tasks: [{name: t, module_type: LLMModule, module_config: {model: m, user_prompt: a, system_prompt: b, temperature: '{{1}}', output_name: a}}]\n",
  ],
  [
    'an unknown module',
    'tasks: [{name: t, module_type: AnyWidgetModule, module_config: {widget_id: "1", free: [1]}}]\n',
  ],
  ['buttons in rows', 'render: {buttons: [[{content: a, on_click: {event: go, payload: {a: 1}}}], []]}\n'],
  [
    'data that looks like a variable',
    'initial: a\nstates: {a: {}}\ncontext: {a: {type: 1, value: 2, more: 3}}\n',
  ],
])('%s is valid', (_name, text) => {
  expect(schemaFaults(SCHEMA, dataOf(text))).toEqual([]);
});

it.each([
  ['an unknown field', 'render: {txt: hi}\n', '/render/txt'],
  ['a number for a map', 'render: 1\n', '/render'],
  ['a missing field', 'initial: a\n', ''],
  ['a field of a nested state', 'initial: a\nstates: {a: {rendre: {}}}\n', '/states'],
  ['a value that is not in the list', 'type: stat\nrender: {}\n', '/type'],
  ['a boolean as text', "properties: {is_final: 'yes'}\nrender: {}\n", '/properties/is_final'],
  [
    'a wrong value of a module',
    'tasks: [{module_type: LLMModule, module_config: {model: m, user_prompt: a, system_prompt: b, output_name: c, temperature: hot}}]\n',
    '/tasks',
  ],
  ['a button without event', 'render: {buttons: [{content: a}]}\n', '/render/buttons'],
])('%s is rejected', (_name, text, at) => {
  expect(schemaFaults(SCHEMA, dataOf(text))).toContain(at);
});

it('every definition is referenced and has a description', () => {
  const written = JSON.stringify(SCHEMA);
  const definitions = isObject(SCHEMA) && isObject(SCHEMA.definitions) ? SCHEMA.definitions : {};
  expect(Object.keys(definitions).length).toBeGreaterThan(15);
  for (const name of Object.keys(definitions)) expect(written).toContain(`"#/definitions/${name}"`);
});
