import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatSchema } from '../../server/exchange/json-schema';
import { readData } from '../../server/exchange/read-data';
import { writeJson } from '../../server/exchange/write-json';

const CORPUS = join(import.meta.dirname, '../../../shared/corpus');
const SCHEMA: unknown = JSON.parse(JSON.stringify(formatSchema()));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Keywords that do not affect validity. */
const NOTES = new Set(['$schema', 'title', 'description', 'definitions', 'examples', 'deprecated']);

/** The places at which data does not match a schema; throws for unknown keywords. */
function faults(schema: unknown, data: unknown, at = ''): string[] {
  if (schema === true) return [];
  if (schema === false) return [at];
  if (!isObject(schema)) throw new Error(`no schema: ${JSON.stringify(schema)}`);
  const fits = (one: unknown) => faults(one, data, at).length === 0;
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
  const wrong = (isWrong: boolean) => (isWrong ? [at] : []);
  return Object.entries(schema).flatMap(([keyword, value]): string[] => {
    if (NOTES.has(keyword)) return [];
    switch (keyword) {
      case '$ref': {
        const target = String(value).replace('#/definitions/', '');
        const definitions = isObject(SCHEMA) && isObject(SCHEMA.definitions) ? SCHEMA.definitions : {};
        if (!(target in definitions)) throw new Error(`no definition: ${target}`);
        return faults(definitions[target], data, at);
      }
      case 'type':
        return wrong(!list(value).includes(typeOf(data)));
      case 'pattern':
        return wrong(typeof data === 'string' && !new RegExp(String(value)).test(data));
      case 'enum':
        return wrong(!list(value).includes(data));
      case 'const':
        return wrong(data !== value);
      case 'anyOf':
        return wrong(!list(value).some(fits));
      case 'allOf':
        return list(value).flatMap((one) => faults(one, data, at));
      case 'if':
        return faults((fits(value) ? schema.then : schema.else) ?? {}, data, at);
      case 'then':
      case 'else':
        return [];
      case 'required':
        return wrong(isObject(data) && list(value).some((key) => !(String(key) in data)));
      case 'propertyNames':
        return isObject(data) ? Object.keys(data).flatMap((key) => faults(value, key, `${at}/${key}`)) : [];
      case 'properties':
        if (!isObject(data) || !isObject(value)) return [];
        return Object.entries(value).flatMap(([key, one]) =>
          Object.hasOwn(data, key) ? faults(one, data[key], `${at}/${key}`) : [],
        );
      case 'additionalProperties': {
        const known = isObject(schema.properties) ? schema.properties : {};
        if (!isObject(data)) return [];
        const others = Object.keys(data).filter((key) => !Object.hasOwn(known, key));
        return others.flatMap((key) => faults(value, data[key], `${at}/${key}`));
      }
      case 'items':
        return Array.isArray(data) ? data.flatMap((one, index) => faults(value, one, `${at}/${index}`)) : [];
      default:
        throw new Error(`unknown keyword: ${keyword}`);
    }
  });
}

/** The data of a text; a tag gives its path as text, as for readers that do not know it. */
function dataOf(text: string, notation: 'yaml' | 'json' = 'yaml'): unknown {
  const read = readData(
    text,
    notation,
    (node) => (node.kind === 'scalar' ? node.value : undefined),
    () => undefined,
  );
  return JSON.parse(writeJson(read ?? null));
}

it.skipIf(!existsSync(CORPUS))('real files are valid', () => {
  const paths = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.yaml$|quiz.*\.json$|output\.json$/.test(path) && !path.startsWith('not-'),
  );
  expect(paths.length).toBeGreaterThan(8);
  const found = paths.flatMap((path) => {
    const text = readFileSync(join(CORPUS, path), 'utf8');
    return faults(SCHEMA, dataOf(text, path.endsWith('.json') ? 'json' : 'yaml')).map(
      (at) => `${path}: ${at}`,
    );
  });
  expect(found).toEqual([]);
});

it.each([
  ['an automata', 'initial: a\nstates:\n  a: {render: {text: hi}, transitions: {CHAT: a, go: {}}}\n'],
  ['states in files', 'type: automata\ninitial: a\nstates: !include state\n'],
  ['a state', 'render: {text: hi}\n'],
  ['what is empty', 'initial: a\nstates:\n  a:\n    inputs:\n    render: {text:}\n'],
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
  expect(faults(SCHEMA, dataOf(text))).toEqual([]);
});

it.each([
  ['an unknown field', 'render: {txt: hi}\n', '/render/txt'],
  ['a number for a map', 'render: 1\n', '/render'],
  ['a missing field', 'initial: a\n', ''],
  ['a field of a nested state', 'initial: a\nstates: {a: {rendre: {}}}\n', '/states'],
  ['a value that is none of the list', 'type: stat\nrender: {}\n', '/type'],
  ['a boolean as text', "properties: {is_final: 'yes'}\nrender: {}\n", '/properties/is_final'],
  [
    'a wrong value of a module',
    'tasks: [{module_type: LLMModule, module_config: {model: m, user_prompt: a, system_prompt: b, output_name: c, temperature: hot}}]\n',
    '/tasks',
  ],
  ['a button without event', 'render: {buttons: [{content: a}]}\n', '/render/buttons'],
])('%s is refused', (_name, text, at) => {
  expect(faults(SCHEMA, dataOf(text))).toContain(at);
});

it('every definition is referred to, and says what it is', () => {
  const written = JSON.stringify(SCHEMA);
  const definitions = isObject(SCHEMA) && isObject(SCHEMA.definitions) ? SCHEMA.definitions : {};
  expect(Object.keys(definitions).length).toBeGreaterThan(15);
  for (const name of Object.keys(definitions)) expect(written).toContain(`"#/definitions/${name}"`);
});
