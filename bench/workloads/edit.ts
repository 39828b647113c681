import type { WorkloadProject } from './generate';
import { AT_THE_TOP, type EditPlace, TYPED_CURSOR } from './places';

/** A replacement of a part of a text. */
export interface WorkloadEdit {
  /** Offsets in the text before the edit. */
  readonly start: number;
  readonly end: number;
  readonly typed: string;
  /** Offset in the text after the edit. */
  readonly cursor: number;
}

/** The edit at a place of the edited state; undefined if the state has no such place. */
export function editOf(project: WorkloadProject, place: EditPlace, round: number): WorkloadEdit | undefined {
  const text = project.files.get(project.path) ?? '';
  if (place.isYamlOnly && project.path.endsWith('.json')) return undefined;
  const range = AT_THE_TOP.has(place.name) ? { start: 0, end: text.length } : stateRange(text, project.state);
  const state = text.slice(range.start, range.end);
  const before = place.before.exec(state);
  if (before === null) return undefined;
  const at = before.index + before[0].length;
  const replaced = place.replaced?.exec(state.slice(at));
  if (replaced !== undefined && replaced?.index !== 0) return undefined;
  const start = range.start + at;
  const [left = '', right = ''] = place.typed(round).split(TYPED_CURSOR);
  // A new line before a key has the indentation of that key.
  const indent = right.endsWith('\n') ? (/ *$/.exec(before[0])?.[0] ?? '') : '';
  return {
    start,
    end: start + (replaced?.[0].length ?? 0),
    typed: left + right + indent,
    cursor: start + left.length,
  };
}

/** The range from the line of a state's name to the end of the state. */
export function stateRange(text: string, state: string): { readonly start: number; readonly end: number } {
  const found = new RegExp(`^( *)"?${state}"?:`, 'm').exec(text);
  if (found === null) throw new Error(`There is no state ${state}.`);
  const start = found.index;
  const indent = found[1]?.length ?? 0;
  const after = new RegExp(`\\n(?! {${indent + 1}})`, 'g');
  after.lastIndex = start;
  return { start, end: after.exec(text)?.index ?? text.length };
}
