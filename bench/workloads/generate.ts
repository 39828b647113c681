import { stateRange } from './edit';
import { contextFields, eventName, type Fields, isInfluential, stateFields, stateName } from './state';

import type { WorkloadShape } from './workload';
import { fieldsText } from './yaml';

/** A project of a workload. The same shape and size always give the same texts. */
export interface WorkloadProject {
  readonly files: ReadonlyMap<string, string>;
  readonly states: number;
  /** The file that is edited. */
  readonly path: string;
  /** The name of the state that is edited. */
  readonly state: string;
}

const FIRST_GUESS = 20;

/** Generates about `lines` lines, in all files together. */
export function generate(shape: WorkloadShape, lines: number): WorkloadProject {
  // The number of lines grows almost linearly with the number of states.
  let states = Math.max(2, Math.round(lines / FIRST_GUESS));
  for (let attempt = 0; attempt < 3; attempt++) {
    const written = [...filesOf(shape, states).values()].reduce((sum, text) => sum + lineCount(text), 0);
    states = Math.max(2, Math.round((states * lines) / written));
  }
  const files = filesOf(shape, states);
  const edited = editedState(shape, states, files);
  return { files, states, path: pathOf(shape, edited), state: stateName(edited) };
}

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}

/** The state nearest to the middle whose edits have the most effect, and which has a target. */
function editedState(shape: WorkloadShape, states: number, files: ReadonlyMap<string, string>): number {
  const middle = Math.floor(states / 2);
  const nearest = Array.from({ length: states }, (_, index) => index)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .find((index) => isInfluential(shape, index) && leadsOn(files.get(pathOf(shape, index)) ?? '', index));
  return nearest ?? middle;
}

function leadsOn(text: string, index: number): boolean {
  const { start, end } = stateRange(text, stateName(index));
  return text.slice(start, end).includes('target');
}

function pathOf({ statesPerFile, isJson }: WorkloadShape, index: number): string {
  if (statesPerFile !== undefined) return `state/${Math.floor(index / statesPerFile)}.yaml`;
  return isJson ? 'main.state.json' : 'main.state.yaml';
}

function filesOf(shape: WorkloadShape, states: number): Map<string, string> {
  const { statesPerFile, isJson } = shape;
  const root: Fields = {
    type: 'automata',
    id: 'generated',
    initial: '',
    context: contextFields(shape, states),
    transitions: { go_home: '' },
  };
  const { fields, first } = children(shape, 0, states, states, shape.levels);
  root.initial = first;
  root.transitions = { go_home: first };
  if (statesPerFile === undefined) {
    root.states = fields;
    const text = isJson ? `${JSON.stringify(root, null, 2)}\n` : fieldsText(root, '');
    return new Map([[pathOf(shape, 0), text]]);
  }
  root.states = '!include state';
  const files = new Map([['main.state.yaml', fieldsText(root, '')]]);
  const each = Object.entries(fields);
  for (let at = 0; at < each.length; at += statesPerFile)
    files.set(pathOf(shape, at), fieldsText(Object.fromEntries(each.slice(at, at + statesPerFile)), ''));
  return files;
}

/** The states of a range as children of one automata. Each has a transition to the next. */
function children(
  shape: WorkloadShape,
  from: number,
  to: number,
  states: number,
  levels: number,
): { readonly fields: Fields; readonly first: string } {
  // The same number of children at each level.
  const size = Math.ceil((to - from) ** ((levels - 1) / levels));
  const name = (start: number) => (size === 1 ? stateName(start) : `part_${levels}_${start}`);
  const fields: Fields = {};
  for (let start = from; start < to; start += size) {
    const end = Math.min(to, start + size);
    // The last child of the root has the first one as its target. The last child of a part has no target: the part
    // itself handles its event.
    const isLast = end === to;
    const target = !isLast ? name(end) : to - from === states ? name(from) : undefined;
    if (size === 1) {
      fields[name(start)] = stateFields(shape, start, states, target);
      continue;
    }
    const inner = children(shape, start, end, states, levels - 1);
    const part: Fields = { type: 'automata', initial: inner.first, states: inner.fields };
    if (target !== undefined) part.transitions = { [eventName(end - 1)]: target };
    fields[name(start)] = part;
  }
  return { fields, first: name(from) };
}
