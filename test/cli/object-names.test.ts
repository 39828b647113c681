import { expect, it } from 'vitest';
import { sample } from '../support/depth';
import { CommandFolder, type CommandResult } from './command';

const folder = new CommandFolder();

/** Members of each object of JavaScript, beside names of the same form that are not. */
const NAMES = [
  ['constructor', 'constructex'],
  ['toString', 'toStrinx'],
  ['hasOwnProperty', 'hasOwnPropertx'],
  ['__proto__', '__protx__'],
  ['__defineGetter__', '__defineGettex__'],
] as const;

/** A project in which one name stands for everything that authors name. */
function project(name: string) {
  return {
    '.vscode/settings.json': JSON.stringify({
      'atomicState.modules': ['own.yaml'],
      'atomicState.diagnostics.severity': JSON.parse(`{ "${name}": "off" }`),
    }),
    'own.yaml': `modules:
  ${name}: { output_name: ${name}, fields: { ${name}: { values: [${name}] } }, result: { ${name}: string } }
widgets:
  ${name}: { name: ${name}, result: { ${name}: number } }
tags: ['!${name}']
`,
    'main.automata.yaml': `# atomic-state-disable ${name}
initial: ${name}
context: { ${name}: 1, other: { ${name}: 2 } }
states:
  ${name}:
    id: ${name}
    inputs:
      ${name}: { type: text, user_input: true, default_value: ${name}, choices: [${name}, b], validations: [{ ${name}: 1 }] }
    tasks:
      - { name: ${name}, module_type: ${name}, module_config: { ${name}: ${name}, output_name: ${name} } }
      - { name: w, module_type: AnyWidgetModule, module_config: { widget_id: ${name}, ${name}: 1, output_name: w } }
      - { name: f, module_type: LLMFunctionModule, module_config: { function_name: f, function_description: f, function_parameters: [{ name: ${name}, type: string, description: d }] } }
    outputs:
      context.${name}: '{{context.${name} + context.other.${name}}}'
      ${name}: '{{1}}'
    render:
      text: '{{context.${name}}} {{context.missing.${name}}}'
      buttons: [{ content: ${name}, on_click: { event: ${name}, payload: { ${name}: 1 } } }, { content: b, on_click: go }]
      ${name}: 1
    transitions:
      ${name}: { target: ${name}, target_inputs: { ${name}: x } }
      go: inner
      CHAT: ${name}.${name}
    ${name}: 1
  inner:
    initial: ${name}
    ${name}: !${name} x
    states:
      ${name}: { type: ${name}, render: { text: a }, transitions: { CHAT: ../${name}, ALWAYS: [{ condition: '{{context.${name} > 100}}', target: ../b }] } }
  b: { properties: { is_final: true, ${name}: true } }
`,
    'a.scenario.yaml': `scenarios:
  - name: ${name}
    start: { state: ${name}, context: { ${name}: 5 } }
    tasks: { ${name}: { ${name}: x }, w: { ${name}: 1 }, f: { ${name}: y } }
    steps:
      - form: { ${name}: b }
      - expect: { state: ${name}, buttons: [${name}], context: { ${name}: 7, other: { ${name}: 2 } }, ${name}: 1, task: { ${name}: { results: { ${name}: { ${name}: x } } } } }
      - click: ${name}
      - expect: { context: { ${name}: { ${name}: 1 } } }
`,
  };
}

/** One without errors, which runs. */
function runningProject(name: string) {
  return {
    'main.automata.yaml': `initial: ${name}
context: { ${name}: 1, other: { ${name}: 2 } }
states:
  ${name}:
    inputs:
      ${name}: { type: text, user_input: true, default_value: ${name}, choices: [${name}, b] }
    tasks:
      - { name: ${name}, module_type: LLMModule, module_config: { model: m, user_prompt: x, output_name: ${name}_1 } }
      - { name: f, module_type: LLMFunctionModule, module_config: { model: m, user_prompt: x, system_prompt: x, function_name: f, function_description: f, function_parameters: [{ name: ${name}, type: string, description: d }] } }
      - { name: g, module_type: LLMModule, module_config: { model: m, user_prompt: x, output_name: ${name} } }
    outputs:
      context.${name}: '{{context.${name} + context.other.${name}}}'
    render:
      text: '{{context.${name}}} {{typeof ${name}}}'
      buttons: [{ content: ${name}, on_click: { event: ${name}, payload: { ${name}: 1 } } }, { content: b, on_click: go }]
    transitions:
      ${name}: { target: ${name}, target_inputs: { ${name}: x } }
      go: inner
  inner:
    initial: ${name}
    states:
      ${name}: { render: { text: '{{context.other.${name}}}' }, transitions: { CHAT: b } }
      b: { properties: { is_final: true } }
    transitions: { DONE: ${name} }
`,
    'a.scenario.yaml': `scenarios:
  - name: ${name}
    start: { state: ${name}, context: { ${name}: 5 } }
    tasks: { ${name}: x, f: { ${name}: y }, g: ${name} }
    steps:
      - form: { ${name}: b }
      - expect: { state: ${name}, buttons: [${name}, b], context: { ${name}: 7, other: { ${name}: 2 } }, task: { ${name}: { results: { ${name}_1: x } }, f: { results: { ${name}: y } }, g: { results: { ${name}: ${name} } } } }
      - click: ${name}
      - expect: { text: 9 string }
`,
  };
}

const main = 'main.automata.yaml';

function inputOf(name: string): string {
  const form = { form: JSON.parse(`{ "${name}": "b" }`) };
  const events = [form, { click: name }, { click: 'b' }, { say: 'x' }, { task: name }, form];
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

function withoutName(results: readonly CommandResult[], name: string): string {
  // A fix renames it to the convention of the format.
  const conventional = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const text = JSON.stringify(results, null, 1)
    .replaceAll('\\n', '\n')
    .replaceAll(name, 'NAME')
    .replace(/(seconds\\": )[\d.]+/g, '$1…');
  return text.replaceAll(`\`${conventional}\``, '`NAME`').replaceAll(`"${conventional}`, '"NAME');
}

async function findings(name: string): Promise<string> {
  folder.write(project(name));
  const results = [
    await folder.run('check', '--format', 'json'),
    await folder.run('export', main, '--force'),
    await folder.run('graph', main, '--format', 'dot'),
    await folder.run('graph', main, '--format', 'mermaid'),
    await folder.runWith(inputOf(name), 'run', main, '--format', 'jsonl'),
    await folder.run('run', main, '--start', `${name}x`),
    await folder.run('test', '--format', 'json'),
    await folder.run('explore', main, '--max-steps', '4', '--format', 'json'),
    await folder.run(name),
    await folder.run('check', `--${name}`),
    await folder.run('check', '--format', name),
    await folder.run('schema', name),
  ];
  return withoutName(results, name);
}

async function runs(name: string): Promise<string> {
  folder.write(runningProject(name));
  const input = inputOf(name);
  const results = [
    await folder.runWith(input, 'run', main, '--format', 'jsonl'),
    await folder.runWith(input, 'run', main, '--format', 'jsonl', '--tasks', 'ask', '--start', name),
    await folder.runWith(`b\n${name}\n${name}\n`, 'run', main, '--context', `{"${name}": 1}`),
    await folder.run('test', '--format', 'json', '--coverage', '--filter', name),
  ];
  expect(results.map(({ code }) => code)).toEqual(results.map(() => 0));
  results.push(await folder.run('export', main, '--force'));
  results.push(await folder.run('explore', main, '--max-steps', '4', '--format', 'json'));
  return withoutName(results, name);
}

it.each(sample(NAMES, 3))('`%s` is a name like others in findings', async (name, other) => {
  expect(await findings(name)).toBe(await findings(other));
});

// In JavaScript, `context.__proto__` is no variable.
it.each(
  sample(
    NAMES.filter(([name]) => name !== '__proto__'),
    2,
  ),
)('`%s` is a name like others in conversations', async (name, other) => {
  expect(await runs(name)).toBe(await runs(other));
});

it('the result of a task may be called `__proto__`', async () => {
  const task = '{ name: t, module_type: LLMModule, module_config: { output_name: __proto__ } }';
  folder.write({ 'main.yaml': `initial: a\nstates: { a: { tasks: [${task}], render: { text: A } } }\n` });
  const { out } = await folder.run('run', 'main.yaml', '--format', 'jsonl');
  expect(out).toMatch(/"results":\{"__proto__":"[^"]+"\}/);
});
