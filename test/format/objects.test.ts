import { describe, expect, test } from 'vitest';
import { caseOf, fieldOf, OBJECTS } from '../../server/format/objects';
import type { Field, ObjectId, Type } from '../../server/format/types';
import { notationOf } from './notation';

/** All objects and fields, to be compared with the tables of the format. `notation.ts` describes the notation. */
const DESCRIPTION = `
automata (closed)
  id: text#id
  type: automata (widget); = inferred
  name: text
  properties: <automata-properties>
  context: {context: <variable> if value within type value name items properties name_mode display_name, else any|E / any|E}; @context
  inputs: {input: <input> / any|E}; @input
  outputs: {output: <variable> if value within type value name items properties name_mode display_name, else any|E / any|E}; @output
  initial!: text#initial
  states!: {state: <automata> if states or initial, <automata> if type=automata, else <state>}
  transitions: {event: text#target / <transition-case> / [<transition-case>]}; @transition

automata-properties (open)
  is_final: boolean; = false
  cache: boolean; = false
  prevent_history_event: boolean
  skip_idle_state: any|E; hidden

state (closed)
  id: text#id
  type: state automata (widget); = inferred
  name: text
  properties: <state-properties>
  inputs: {input: <input> / any|E}; @input
  tasks: [<task>] / {task: <task>}; @task
  outputs: {output: <variable> if value within type value name items properties name_mode display_name, else any|E / any|E}; @output
  render: <render>; @render
  transitions: {event: text#target / <transition-case> / [<transition-case>]}; @transition

state-properties (open)
  is_final: boolean; = false
  cache: boolean; = false
  is_chat_allowed: any|E; hidden

input (closed)
  type!: text IM image audio string number integer boolean video file text_file array object
  user_input: boolean|E; = false
  default_value: any|E
  value: any|E
  name: text
  description: text|E displayed
  choices: [any|E] / E
  validations: [<validation>] / <validation> / E; = [required: true]
  source: IM form
  items: <definition>
  properties: {free: <definition>}

validation (closed)
  required: boolean|E; = true
  max_length: number|E; = 1500
  max_file_size: number|E
  max_number: number|E
  min_number: number|E
  max_items: number|E
  min_items: number|E
  error_message: text|E; not yet

variable (closed)
  type: text image audio string number integer boolean video file text_file array object (unknown)
  value: any|E
  name: any|E
  items: <definition> / any|E
  properties: {free: <definition> / any|E} / any|E
  name_mode: any|E; hidden
  display_name: any|E; hidden

definition (open)
  type: text image audio string number integer boolean video file text_file array object (unknown)
  name: text
  items: <definition>
  properties: {free: <definition>}

render (closed)
  text: text|E displayed
  image: text|E
  audio: text|E
  video: text|E
  buttons: [<button> / [<button> / E] / E] / E
  sender: <sender>
  suggested_reply: [text|E] / E

sender (closed)
  name: text|E
  avatar: text|E

button (closed)
  content!: text|E displayed
  on_click!: text#event / <event>
  description: text|E displayed
  style: <button-style>
  UNSTABLE_button_id: text|E; deprecated
  button_id: text|E; hidden
  id: text|E; hidden

button-style (closed)
  font_color: text|E
  background_color: text|E

event (closed)
  event!: text#event
  payload: {payload: any|E} / E

transition-case (closed)
  target: text#target; = the state itself
  condition: boolean or text|E; = true
  target_inputs: {target-input: any|E} / E
  error_message: text|E

task (closed)
  name: text
  module_type!: AnyWidgetModule LLMModule LLMFunctionModule TtsModule GoogleSearchModule
  module_config!: by module_type: AnyWidgetModule <any-widget-config>, LLMModule <llm-config>, LLMFunctionModule <llm-function-config>, TtsModule <tts-config>, GoogleSearchModule <google-search-config>, else <module-config>
  cache: boolean|E; = false

module-config (open)
  output_name: text#result / <output-name>
  cache: boolean|E; = false
  widget_id: any|E; hidden

any-widget-config (open)
  widget_id!: text|E suggested
  output_name: text#result / <output-name>; = result
  cache: boolean|E; = false
  system_prompt: text|E
  user_prompt: text|E
  temperature: number|E; = 0.5
  top_p: number|E; = 0.5
  max_tokens: number|E; = 1024
  presence_penalty: number|E; = 0
  frequency_penalty: number|E; = 0
  memory: [<memory-item> / any|E] / text|E suggested
  need_memory: boolean|E
  function_name: text|E
  function_description: text|E
  function_parameters: [<function-parameter>] / E
  prompt_addition: <prompt-addition> / E
  code: text|E code
  function: text|E / any|E; = main
  params: any|E

llm-config (known-module)
  model!: text|E suggested
  system_prompt!: text|E
  user_prompt!: text|E
  output_name: text#result / <output-name>; = reply
  temperature: number|E
  top_p: number|E
  max_tokens: number|E
  presence_penalty: number|E
  frequency_penalty: number|E
  memory: [<memory-item> / any|E] / text|E suggested
  need_memory: boolean|E
  cache: boolean|E; = false
  prompt_addition: <prompt-addition> / E; hidden
  widget_id: text|E; hidden

llm-function-config (known-module)
  model!: text|E suggested
  system_prompt!: text|E
  user_prompt!: text|E
  function_name!: text|E
  function_description!: text|E
  function_parameters!: [<function-parameter>] / E
  temperature: number|E
  top_p: number|E
  max_tokens: number|E
  presence_penalty: number|E
  frequency_penalty: number|E
  memory: [<memory-item> / any|E] / text|E suggested
  need_memory: boolean|E
  cache: boolean|E; = false
  prompt_addition: <prompt-addition> / E; hidden
  output_name: text#result / <output-name>; hidden
  widget_id: text|E; hidden

tts-config (known-module)
  content!: text|E
  output_name!: text#result / <output-name>
  tts_widget_url: text|E
  tts_id: text|E; hidden
  cache: boolean|E; = false
  widget_id: text|E; hidden

google-search-config (known-module)
  query!: text|E
  output_name!: text#result / <output-name>
  num_results: number|E; = 3
  length_per_result: number|E; = 500
  cache: boolean|E; = false
  widget_id: text|E; hidden

output-name (closed)
  name: text#result
  label: text

function-parameter (closed)
  name!: text#result
  type!: string number list
  description!: text|E

memory-item (open)
  role: text|E suggested
  content: text|E / any|E
  user: any|E; hidden
  assistant: any|E; hidden

prompt-addition (open)
  user_prompt_prefix: text|E
  user_prompt_suffix: text|E
  pre_messages: [<memory-item> / any|E] / E
  post_messages: [<memory-item> / any|E] / E

modules-file (closed)
  modules: {free: <own-module>}
  widgets: {free: <own-widget>}
  tags: [text]

own-module (closed)
  description: text
  fields: {free: <own-field>}
  open: boolean; = false
  output_name: text
  result: <own-result> / [<own-result> / [any] / string number boolean any] / string number boolean any

own-widget (closed)
  name: text
  description: text
  fields: {free: <own-field>}
  open: boolean; = false
  result: <own-result> / [<own-result> / [any] / string number boolean any] / string number boolean any

own-field (closed)
  type: string number integer boolean list object any; = any
  required: boolean; = false
  description: text
  values: [<own-value> / any]
  default: any
  item: <own-field>
  fields: {free: <own-field>}
  open: boolean; = false
  deprecated: text

own-result (open)

own-value (closed)
  value!: any
  description: text

configuration (closed)
  extends: text
  rules: {rule: error warning information hint off}
  pccRules: boolean; = false
  detect: <configured-detection>
  modules: [text]
  tags: [text]
  format: <configured-format>
  limits: <configured-limits>

configured-detection (closed)
  byContent: boolean; = true
  byName: [text]

configured-format (closed)
  enable: boolean; = true
  printWidth: number; = 0
  singleQuote: keep on off; = \`keep\`
  bracketSpacing: keep on off; = \`keep\`

configured-limits (closed)
  maxFileSize: number; = 5242880
  maxDepth: number; = 200
  maxAliases: number; = 1000

scenario-file (closed)
  automata: text#automata; = the only automata above this file
  seed: number; = 1
  promises: [<promise>]
  scenarios: [<scenario>]

promise (closed)
  never: text#state-path / <promised-message>
  always: text|E; @where
  reachable: text#state-path / <promised-message>
  always_reachable: text#state-path / <promised-message>

promised-message (closed)
  state: text#state-path / <matcher>
  text: text / <matcher>
  buttons: [text#button / <matcher>] / <matcher>
  where: text|E; @where

scenario (closed)
  name: text; = \`scenario\` and its position
  start: <scenario-start>; = the initial state
  tasks: {task-result: <task-failure> if error within error, else any}
  steps: [<scenario-step>]

scenario-start (closed)
  state: text#state-path; = the initial state
  context: {context-value: any}

scenario-step (closed)
  expect: <expectation>
  click: text#button / <clicked-event>
  say: text
  form: {form-value: any}
  cancel: boolean
  task: any
  task_error: text

clicked-event (closed)
  event!: text#raised
  payload: {payload-value: any} / any

expectation (closed)
  state: text#state-path / <matcher>
  text: text / <matcher>
  image: text / <matcher>
  audio: text / <matcher>
  video: text / <matcher>
  buttons: [text#button / <matcher>] / <matcher>
  context: <matcher> if matches or contains or not or length within matches contains not length, else {context-value: <matcher> if matches or contains or not or length within matches contains not length, else any}
  form: [text#form-field] / <matcher>
  form_error: text / <matcher>
  task: {task-run: <task-expectation>}
  error: text / <matcher>
  ended: boolean
  where: text|E; @where

task-expectation (open)
  params: <matcher> if matches or contains or not or length within matches contains not length, else any
  user_prompt: <matcher> if matches or contains or not or length within matches contains not length, else any
  results: <matcher> if matches or contains or not or length within matches contains not length, else any

matcher (closed)
  contains: any
  matches: text
  length: number
  not: <matcher> if matches or contains or not or length within matches contains not length, else any

task-failure (closed)
  error: text
`;

const FIELDS = Object.entries(OBJECTS).flatMap(([id, spec]) =>
  spec.fields.map((field) => ({ place: `${id}.${field.name}`, owner: id as ObjectId, field })),
);

describe('the description', () => {
  const described = new Map(
    DESCRIPTION.trim()
      .split('\n\n')
      .map((block) => [block.split(' ')[0], block]),
  );

  test.each(Object.entries(OBJECTS))('of %s is the expected one', (id, spec) => {
    expect(notationOf(id, spec)).toBe(described.get(id));
  });

  test('has no other objects', () => {
    expect([...described.keys()].sort()).toEqual(Object.keys(OBJECTS).sort());
  });
});

describe('every object', () => {
  test.each(Object.entries(OBJECTS))(
    '%s is documented and lists a field once',
    (_, { title, doc, fields }) => {
      expect(title).toMatch(/^\S.*[^.\s]$/);
      expectSentences(doc);
      const names = fields.map((field) => field.name);
      expect(names).toEqual([...new Set(names)]);
    },
  );
});

describe('every field', () => {
  test.each(FIELDS)('$place is documented and names its source', ({ field }) => {
    expectSentences(field.doc);
    expect(field.source).toMatch(/^\w.*\w$/);
    if (field.deprecated !== undefined) expect(field.deprecated).not.toBe('');
    for (const text of valuesOf(field.type)) expectSentences(text.doc);
  });

  test.each(FIELDS)('$place has a valid type', ({ owner, field }) => {
    expect(faultsOf(field.type, owner)).toEqual([]);
  });

  // A hidden field that is required would be reported but never suggested.
  test.each(FIELDS)('$place is not both required and hidden', ({ field }) => {
    expect(Boolean(field.required && (field.hidden || field.deprecated))).toBe(false);
  });
});

test.each<[ObjectId, string, Partial<Field> | undefined]>([
  ['state', 'render', { phase: 'render' }],
  ['validation', 'error_message', { notYet: true }],
  ['state', 'states', undefined],
  ['button', 'constructor', undefined],
])('fieldOf %s %s', (owner, name, expected) => {
  const field = fieldOf(owner, name);
  if (expected) expect(field).toMatchObject(expected);
  else expect(field).toBeUndefined();
});

test.each<[string | undefined, ObjectId]>([
  ['LLMModule', 'llm-config'],
  ['AnyWidgetModule', 'any-widget-config'],
  ['MyModule', 'module-config'],
  ['constructor', 'module-config'],
  ['__proto__', 'module-config'],
  [undefined, 'module-config'],
])('a task of type %s has the configuration %s', (moduleType, expected) => {
  const type = fieldOf('task', 'module_config')?.type;
  if (type?.kind !== 'sibling') throw new Error('module_config must depend on module_type');
  expect(caseOf(type, moduleType)).toEqual({ kind: 'object', object: expected });
});

function expectSentences(doc: string): void {
  expect(doc).toMatch(/^[A-Z`\d].*\.$/s);
}

/** Every value of an enumeration or suggestion in a type. */
function valuesOf(type: Type): readonly { readonly doc: string }[] {
  if (type.kind === 'enum') return type.values;
  if (type.kind === 'string') return type.suggestions ?? [];
  return partsOf(type).flatMap(valuesOf);
}

function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'map':
      return [type.value];
    case 'list':
      return [type.item];
    case 'union':
      return type.of;
    case 'variant':
      return [...type.variants.map((variant) => variant.type), type.otherwise];
    case 'sibling':
      return [...Object.values(type.cases), type.otherwise];
    default:
      return [];
  }
}

/** Problems for functions that visit the description. */
function faultsOf(type: Type, owner: ObjectId): string[] {
  const faults = partsOf(type).flatMap((part) => faultsOf(part, owner));
  if (type.kind === 'object' && typeof type.object === 'string' && !OBJECTS[type.object])
    faults.push(`no object ${type.object}`);
  if (type.kind === 'enum' && new Set(type.values.map((each) => each.value)).size !== type.values.length)
    faults.push('a duplicate value');
  if (type.kind === 'sibling' && !fieldOf(owner, type.key)) faults.push(`no sibling ${type.key}`);
  if (type.kind === 'union') {
    const kinds = type.of.map(yamlKindOf);
    if (new Set(kinds).size !== kinds.length) faults.push(`alternatives of one kind: ${kinds.join(', ')}`);
    if (type.of.length < 2) faults.push('a union of one');
  }
  if (type.kind === 'variant')
    for (const variant of type.variants) {
      if (variant.type.kind !== 'object') continue;
      const keys = [
        ...(variant.hasAny ?? []),
        ...(variant.within ?? []),
        ...(variant.hasValue?.slice(0, 1) ?? []),
      ];
      for (const key of keys) if (!fieldOf(variant.type.object, key)) faults.push(`no field ${key}`);
    }
  return faults;
}

function yamlKindOf(type: Type): string {
  switch (type.kind) {
    case 'object':
    case 'map':
    case 'variant':
    case 'sibling':
      return 'map';
    case 'list':
      return 'list';
    case 'any':
      return 'rest';
    case 'union':
      return 'nested union';
    default:
      return 'scalar';
  }
}
