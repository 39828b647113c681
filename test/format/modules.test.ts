import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOG } from '../../server/format/catalog';
import { citeSources, DOCUMENTS } from '../../server/format/documents';
import { MODULES } from '../../server/format/modules';
import { specOf } from '../../server/format/objects';
import { LISTED_ON, WIDGETS } from '../../server/format/widgets';

test.each([
  ['AnyWidgetModule', 'result', true, 'widget_id'],
  ['LLMModule', 'reply', false, 'model system_prompt user_prompt'],
  [
    'LLMFunctionModule',
    undefined,
    true,
    'model system_prompt user_prompt function_name function_description function_parameters',
  ],
  ['TtsModule', undefined, false, 'content output_name'],
  ['GoogleSearchModule', undefined, false, 'query output_name'],
])('%s: default result %s, parameters as variables %s, requires %s', (type, result, parameters, needed) => {
  const module = BUILT_IN_CATALOG.moduleOf(type);
  if (!module) throw new Error(`${type} is missing`);
  expect([module.defaultOutputName, module.parametersAreVariables]).toEqual([result, parameters]);
  const required = specOf(module.config).fields.filter((field) => field.required);
  expect(required.map((field) => field.name).join(' ')).toBe(needed);
});

test('does not find unknown modules', () => {
  expect(MODULES).toHaveLength(5);
  expect(['constructor', 'llmmodule', ''].map(BUILT_IN_CATALOG.moduleOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('widgets', () => {
  const common = 'system_prompt user_prompt temperature top_p max_tokens';
  test.each([
    ['1744214024104448000', 'GPT-3.5', common, 'string', 'object'],
    ['1744214047475109888', 'GPT-4 Turbo', common, 'string', 'object'],
    ['1744214024104448199', 'GPT-4o', common, 'string', 'object'],
    ['1744218088699597788', 'GPT-4o mini', common, 'string', 'object'],
    ['1744218088699596809', 'Claude 3 Haiku', common, 'string', undefined],
    ['1744218088699596812', 'Claude', common, 'string', undefined],
    ['1751859390353202447', 'Code Runner', 'code function params', 'unknown', undefined],
    ['1743159010695057408', 'Voice', 'content', 'string', undefined],
    ['1745097608856756779', 'Melo TTS', 'text language speed', 'unknown', undefined],
    ['1743157315558707200', 'Prompt widget', 'content', 'string', undefined],
    ['1743838640687026176', 'ChatImg', 'image prompt top_p temperature max_tokens', 'object', undefined],
    [
      '1743838636299784192',
      'Music',
      'prompt_a prompt_b alpha denoising num_inference_steps',
      'object',
      undefined,
    ],
  ])('%s is %s', (id, name, firstFields, result, withFunction) => {
    const widget = BUILT_IN_CATALOG.widgetOf(id);
    const first = widget?.fields.slice(0, firstFields.split(' ').length).map((field) => field.name);
    expect([widget?.name, first?.join(' ')]).toEqual([name, firstFields]);
    expect([widget?.result.type, widget?.resultWithFunction?.type]).toEqual([result, withFunction]);
  });

  test('contains no other widgets', () => {
    expect(new Set(WIDGETS.map((widget) => widget.id)).size).toBe(12);
    expect(WIDGETS).toHaveLength(12);
    expect(BUILT_IN_CATALOG.widgetOf('1')).toBeUndefined();
  });

  // As a number, it would lose digits and refer to another widget.
  test.each(WIDGETS)('$name has an id of 19 digits and documented fields', ({ id, doc, fields, result }) => {
    expect(id).toMatch(/^\d{19}$/);
    for (const text of [doc, result.doc, ...fields.map((field) => field.doc)]) expect(text).toMatch(/\S\.$/);
    expect(fields.map((field) => field.name)).toEqual([...new Set(fields.map((field) => field.name))]);
  });
});

test('sources are cited as a phrase', () => {
  expect(citeSources('seed', 'tool')).toBe('Atomic State specification, pcc');
  const phrases = Object.values(DOCUMENTS).map((document) => document.phrase);
  expect(new Set(phrases).size).toBe(phrases.length);
});

test('the documentation shows the date of the lists of widgets and models', () => {
  expect(LISTED_ON).toMatch(/^20\d\d-\d\d-\d\d$/);
  const page = readFileSync(join(import.meta.dirname, '../../docs/modules.md'), 'utf8');
  expect(page).toContain(`as of ${LISTED_ON}`);
  expect(BUILT_IN_CATALOG.fieldOf('llm-config', 'model')?.doc).toContain(LISTED_ON);
});
