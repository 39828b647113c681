import type { WorkloadShape } from './workload';

/** Data that is written as YAML or JSON. */
export type WorkloadData =
  | string
  | number
  | boolean
  | readonly WorkloadData[]
  | { readonly [key: string]: WorkloadData };
export type Fields = Record<string, WorkloadData>;

export function stateName(index: number): string {
  return `step_${index}`;
}

/** The event of the transition from a state to the next. */
export function eventName(index: number): string {
  return `next_${index}`;
}

/** The number of occurrences before a state, given their rate per state. */
export function countBefore(index: number, rate: number): number {
  // Sums of fractions such as 0.1 may be a little too small.
  return Math.floor(index * rate + 1e-9);
}

/**
 * The fields of a state.
 *
 * @param states the number of all states
 * @param target the target of its transition; undefined if its parent handles the event
 */
export function stateFields(
  shape: WorkloadShape,
  index: number,
  states: number,
  target: string | undefined,
): Fields {
  const fields: Fields = { inputs: inputsOf(shape, index) };
  if (hasTask(index)) fields.tasks = [taskOf(index)];
  fields.outputs = outputsOf(shape, index);
  fields.render = {
    text: textOf(shape, index, states),
    buttons: [
      { content: 'Next', description: `Go on after step ${index}`, on_click: eventName(index) },
      { content: 'Home', on_click: 'go_home' },
    ],
  };
  if (target !== undefined)
    fields.transitions = {
      [eventName(index)]: [{ condition: `{{passed_${index}}}`, target }, { target: stateName(index) }],
    };
  return fields;
}

/** The context of the root. */
export function contextFields(shape: WorkloadShape, states: number): Fields {
  const fields: Fields = {};
  if (shape.hasMemory) fields.memory = '{{[]}}';
  for (let at = 0; at < shape.cycle; at++) fields[`shared_${at}`] = '{{0}}';
  for (let at = 0; at < variablesOf(shape, states); at++)
    fields[variable(at)] = shape.depth > 1 ? '{{0}}' : '';
  return fields;
}

/** Whether the type of a state's input determines that of a variable at the start of a chain, and that of the list. */
export function isInfluential({ variables, depth, hasMemory }: WorkloadShape, index: number): boolean {
  const next = countBefore(index, variables);
  const writesVariable = next < countBefore(index + 1, variables);
  return writesVariable && next % depth === 0 && (!hasMemory || hasTask(index));
}

function hasTask(index: number): boolean {
  return index % 3 === 0;
}

function variable(index: number): string {
  return `answer_${index}`;
}

function variablesOf({ variables }: WorkloadShape, states: number): number {
  return countBefore(states, variables);
}

function inputsOf({ hasUnusedLocals }: WorkloadShape, index: number): Fields {
  const fields: Fields = {
    [`choice_${index}`]: { type: 'text', user_input: true, name: `Your choice at step ${index}` },
  };
  if (hasUnusedLocals) fields.remark = { type: 'text', user_input: true };
  return fields;
}

function taskOf(index: number): Fields {
  return {
    name: 'answer',
    module_type: 'LLMModule',
    module_config: {
      model: 'gpt-4-1116-preview',
      system_prompt: 'You answer in one short sentence.',
      user_prompt: `At step ${index} the user says {{choice_${index}}}`,
      output_name: `reply_${index}`,
    },
  };
}

function outputsOf(shape: WorkloadShape, index: number): Fields {
  const { variables, depth, cycle, hasMemory, hasUnusedLocals } = shape;
  const fields: Fields = {};
  for (let at = countBefore(index, variables); at < countBefore(index + 1, variables); at++) {
    const value = at % depth === 0 ? `choice_${index}` : `context.${variable(at - 1)} + 1`;
    fields[`context.${variable(at)}`] = `{{${value}}}`;
  }
  if (hasMemory && hasTask(index))
    fields['context.memory'] =
      `{{[...context.memory, { role: 'user', text: choice_${index}, step: ${index} }]}}`;
  // Not in the first state: otherwise the last one would assign a variable that is never read.
  if (cycle > 0 && index > 0 && index % 2 === 0) {
    const at = (index / 2) % cycle;
    fields[`context.shared_${at}`] = `{{context.shared_${(at + 1) % cycle} + 1}}`;
  }
  fields[`passed_${index}`] = `{{choice_${index} !== 'no'}}`;
  if (hasUnusedLocals) fields.draft = `{{choice_${index}}}`;
  return fields;
}

/** A message of several lines. The first one has the number of the state and an expression. */
function textOf(shape: WorkloadShape, index: number, states: number): string {
  const lines = [`Step ${index} of the way, with {{choice_${index}}}.`];
  if (hasTask(index)) lines.push(`The answer is {{reply_${index}}}.`);
  const all = variablesOf(shape, states);
  // At most all of them, each once.
  const reads = Math.min(states, shape.readers) * shape.variables;
  for (let at = countBefore(index, reads); all > 0 && at < countBefore(index + 1, reads); at++)
    lines.push(`So far: {{context.${variable(at % all)}}}`);
  if (shape.hasMemory && index % 8 !== 7)
    lines.push(
      'There are {{context.memory.length}} entries, the last by {{context.memory[context.memory.length - 1].role}}.',
      "You said: {{context.memory.map((entry) => entry.text).join(', ')}}",
    );
  for (let at = 0; at < shape.cycle; at++)
    if ((index + at) % 5 !== 4) lines.push(`Shared: {{context.shared_${at}}}`);
  for (let at = 0; at < shape.expressions; at += 2)
    lines.push(`Line ${at}: {{choice_${index}.length + ${at}}} and {{passed_${index} ? 'yes' : 'no'}}.`);
  if (countBefore(index, shape.findings) < countBefore(index + 1, shape.findings))
    lines.push(`Not known: {{lost_${index}}}`);
  return `${lines.join('\n')}\n`;
}
