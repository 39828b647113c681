import type { Address } from '../project/files/paths';
import { type ScopePath, samePath } from '../project/names/scope-path';
import { keyAt, type NameEntry, pathKey, type ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { lineEnd, previousContent } from '../text/lines';
import { openedMap, type Unit } from '../yaml/cut/unit';
import { lastUnitOfState } from '../yaml/tree/nesting';
import { type MapNode, pairOf } from '../yaml/tree/tree';
import { fileText, type Writable } from '../yaml/write/values';
import { addFields, addFirstField, type Edit, fieldsText, insertText, lineBreakOf } from './edits';

/** The initial content of a new state. */
export const NEW_STATE = { render: { text: 'Hello' } } as const satisfies Writable;

/** Edits of one unit, in its offsets. */
interface UnitEdits {
  readonly source: Address;
  readonly unit: Unit;
  readonly edits: readonly Edit[];
}

/**
 * Adds a state at the end of the states of the automata at a path, after those in the file `near` if it has some.
 * Undefined if the states are not written as a known map.
 */
export function insertState(
  project: Project,
  container: ScopePath,
  name: string,
  near?: Address,
): UnitEdits | undefined {
  const children = project.inOrder('child', pathKey(container));
  const last = children.findLast(({ source }) => source === near) ?? children.at(-1);
  const parts = project.inOrder('section', keyAt(container, 'states'));
  const place = last ? holderOf(last) : emptyStates(parts);
  if (place === undefined) return last ? undefined : belowKey(parts, name);
  const { source, unit, map } = place;
  if (last && openedMap(unit) === last.scope.map && unit.opened)
    return insertAfterNested(project, last, map, name);
  const edits = addFields(unit, map, [{ name, value: NEW_STATE, index: map.pairs.length }]);
  return { source, unit, edits };
}

/** Adds a state after an automata whose parts are in other units. */
function insertAfterNested(
  project: Project,
  state: NameEntry,
  map: MapNode,
  name: string,
): UnitEdits | undefined {
  const { source } = state;
  const units = project.unitsOf(source);
  const unit = units[lastUnitOfState(units, units.indexOf(state.unit))];
  if (unit === undefined) return undefined;
  const { text, parsed } = unit;
  const at = lineEnd(text, previousContent(text, parsed.root?.end ?? text.length));
  const newLine = lineBreakOf(unit) + ' '.repeat(map.indent);
  return {
    source,
    unit,
    edits: [insertText(at, newLine + fieldsText(unit, { [name]: NEW_STATE }, map.indent))],
  };
}

interface Place {
  readonly source: Address;
  readonly unit: Unit;
  readonly map: MapNode;
}

/** The map that has the state as a key, or its part in the state's unit. */
function holderOf({ source, unit, scope, name }: NameEntry): Place | undefined {
  const { root } = unit.parsed;
  const pair = scope.map?.parent;
  if (pair?.kind === 'pair') return { source, unit, map: pair.parent };
  const isHolder =
    root?.kind === 'map' && root.pairs.some(({ key }) => key.start <= name.start && name.end <= key.end);
  return isHolder ? { source, unit, map: root } : undefined;
}

/** Adds to `states: {}`. */
function emptyStates(parts: readonly ScopeEntry[]): Place | undefined {
  for (const { source, unit, scope } of parts) {
    // Its children are in other units.
    if (unit.kind === 'states' || unit.opened !== undefined) continue;
    const states = scope.map && pairOf(scope.map, 'states')?.value;
    if (states?.kind === 'map' && states.tag === undefined) return { source, unit, map: states };
  }
  return undefined;
}

/** Adds to `states:` without a value. */
function belowKey(parts: readonly ScopeEntry[], name: string): UnitEdits | undefined {
  for (const { source, unit, scope } of parts) {
    const pair = scope.map && pairOf(scope.map, 'states');
    const edits = pair && addFirstField(unit, pair, name, NEW_STATE);
    if (edits) return { source, unit, edits };
  }
  return undefined;
}

/** A folder whose files are the states of an automata. */
export interface StatesFolder {
  readonly address: Address;
  /** The path as it is written in the tag. */
  readonly path: string;
  /** False if the folder does not exist yet. */
  readonly exists: boolean;
  readonly files: readonly Address[];
}

/** The folders that the automata at a path includes its states from, including those that do not exist yet. */
export function statesFolders(
  workspace: Workspace,
  project: Project,
  container: ScopePath,
): readonly StatesFolder[] {
  return project.scopes(container).flatMap((part) =>
    project.table.get('file', part.source).flatMap((file): StatesFolder[] => {
      const isStates = file.use.tag === '!include' && file.use.key === 'states';
      if (!isStates || !samePath(file.path, container)) return [];
      const { address, state } = workspace.resolvePath(project, file);
      const path = file.name.text;
      if (state?.kind === 'folder') return [{ address, path, exists: true, files: state.files }];
      return state?.kind === 'missing' ? [{ address, path, exists: false, files: [] }] : [];
    }),
  );
}

/** The text of a file with one new state. */
export function stateFileText(name: string, lineBreak: string): string {
  return fileText({ [name]: NEW_STATE }, 'yaml', lineBreak);
}
