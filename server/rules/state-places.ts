import type { Address } from '../project/files/paths';
import { layoutIn } from '../project/layout';
import { type ScopePath, samePath } from '../project/names/scope-path';
import { keyAt, type NameEntry, pathKey } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { lineStart, nextContentLine, nextLine, trimEndOfRange } from '../text/lines';
import type { Range } from '../text/range';
import { isRepeated, openedMap, type Unit } from '../yaml/cut/unit';
import { isSyntaxProblem } from '../yaml/read/problem';
import { lastUnitOfState } from '../yaml/tree/nesting';
import {
  indexOfPair,
  isEmptyOrNull,
  isMergePair,
  type MapNode,
  type Pair,
  pairOf,
  resolvedPairOf,
} from '../yaml/tree/tree';
import { descendantsOf } from '../yaml/tree/visit';
import type { TextLayout } from '../yaml/write/layout';
import { fileText, type Writable } from '../yaml/write/values';
import {
  addFields,
  type Edit,
  endOfBlankLines,
  endWithComments,
  entryEnd,
  entryText,
  fieldsText,
  gapAbove,
  insertEntries,
  insertText,
  isInKept,
  lineBreakOf,
  setValue,
  startWithComments,
} from './edits';

/** The initial content of a new state. */
export const NEW_STATE = { render: { text: 'Hello' } } as const satisfies Writable;

/** Edits of one unit, in its offsets. */
interface UnitEdits {
  readonly source: Address;
  readonly unit: Unit;
  readonly edits: readonly Edit[];
}

/** Where a new state goes among the others. */
export interface StatePlacing {
  /** After the states in this file, if it has some. */
  readonly near?: Address | undefined;
  /** After this state. */
  readonly after?: NameEntry | undefined;
}

/**
 * Adds a state to the states of the automata at a path, at their end by default. Undefined if the states are not written
 * as a known map.
 */
export function insertState(
  project: Project,
  container: ScopePath,
  name: string,
  { near, after }: StatePlacing = {},
): UnitEdits | undefined {
  const children = project.inOrder('child', pathKey(container));
  const last = after ?? children.findLast(({ source }) => source === near) ?? children.at(-1);
  const parts = project.inOrder('section', keyAt(container, 'states'));
  if (last !== undefined)
    return insertAfter(project, last, (unit, map) => {
      const layout = layoutIn(project, last.source, unit);
      return map.flow
        ? entryText(unit, map, { name, value: NEW_STATE }, layout)
        : fieldsText(unit, { [name]: NEW_STATE }, map.indent, layout, 'states');
    });
  const empty = emptyStates(project, container);
  if (empty === undefined) return parts[0] ? undefined : withKey(project, container, name);
  const { source, unit, pair, layout } = empty;
  return { source, unit, edits: setValue(unit, pair, { [name]: NEW_STATE }, layout) };
}

/** The text of a state: in a block map from the position of its key, otherwise as an entry between brackets. */
type StateText = (unit: Unit, map: MapNode) => string;

/**
 * Adds a state after another one, with the comments that belong to that, and with the blank lines that states have.
 *
 * @param keepsBlankLines whether blank lines after the new text would belong to it
 */
export function insertAfter(
  project: Project,
  state: NameEntry,
  textOf: StateText,
  keepsBlankLines = false,
): UnitEdits | undefined {
  const { source, unit } = state;
  const pair = pairOfState(unit, state.name);
  const map = pair?.parent;
  const isMerged = map?.parent?.kind === 'pair' && isMergePair(map.parent);
  if (pair === undefined || map === undefined || isMerged) return undefined;
  if (map.flow)
    return { source, unit, edits: insertEntries(unit, map, [textOf(unit, map)], indexOfPair(pair) + 1) };
  const units = project.unitsOf(source);
  const isOpen = openedMap(unit) === state.scope.map && unit.opened !== undefined;
  const last = isOpen ? units[lastUnitOfState(units, units.indexOf(unit))] : unit;
  if (last === undefined) return undefined;
  const { text, parsed } = last;
  const value = (isOpen && parsed.root) || pair.value;
  const end = entryEnd(text, value, isOpen ? value : pair);
  const ending = endWithComments(text, end, map.indent);
  const isInText = isInKept(last, ending);
  // The blank lines that are there become the gap above it.
  const at = keepsBlankLines && !isInText ? endOfBlankLines(text, ending) : ending;
  const lineBreak = lineBreakOf(unit);
  const lastStart = project.startOf({ source, unit: last });
  const gap = at > ending || isInText ? '' : gapOf(project, state, map.indent, lastStart + at);
  const written = gap + lineBreak + ' '.repeat(map.indent) + textOf(unit, map);
  const isOpenEnd = keepsBlankLines && at === text.length;
  return { source, unit: last, edits: [insertText(at, isOpenEnd ? written + lineBreak : written)] };
}

/** The blank lines between a state, with its comments, and the one above it; for the first one, the one below. */
function gapOf(project: Project, state: NameEntry, column: number, end: number): string {
  const { source, name, path } = state;
  const text = project.source(source)?.document.text ?? '';
  const siblings = project.inOrder('child', pathKey(path.slice(0, -1)));
  const isFirst = siblings.find((one) => one.source === source)?.name.text === name.text;
  if (isFirst && siblings.length === 1) return '';
  const key = lineStart(text, project.startOf(state) + name.start);
  const line = isFirst
    ? nextContentLine(text, nextLine(text, end))
    : startWithComments({ text, notation: 'yaml' }, key, column);
  return gapAbove(text, line).replace(/[ \t]/g, '');
}

/** The key of a state with its value, whatever that is. */
export function pairOfState({ parsed }: Unit, { start, end }: Range): Pair | undefined {
  for (const node of descendantsOf(parsed.root)) {
    const pair = node.kind === 'map' && node.pairs.find(({ key }) => key.start <= start && end <= key.end);
    if (pair) return pair;
  }
  return undefined;
}

/** Adds the key as well, to an automata that has none, or to an empty file. */
function withKey(project: Project, container: ScopePath, name: string): UnitEdits | undefined {
  const states = { [name]: NEW_STATE };
  const parts = project.scopes(container);
  // Each section may be a unit: after that of `initial`, if there is one.
  const initial = parts.filter(
    ({ scope: { map } }) => map !== undefined && pairOf(map, 'initial') !== undefined,
  );
  for (const { source, unit, scope } of [...initial, ...parts]) {
    const { map, kind } = scope;
    if (kind !== 'automata') continue;
    if (map && !isRepeated(unit, map) && resolvedPairOf(map, 'states') === undefined) {
      const field = { name: 'states', value: states, index: map.pairs.length };
      return { source, unit, edits: addFields(unit, map, [field], layoutIn(project, source, unit)) };
    }
    if (map === undefined && isWithoutValue(unit)) {
      const text = fileText({ type: 'automata', states }, unit.notation, lineBreakOf(unit));
      return { source, unit, edits: [addAtEnd(unit, text)] };
    }
  }
  return undefined;
}

/** Whether a file has nothing but comments. */
function isWithoutValue({ kind, parsed: { root, problems } }: Unit): boolean {
  const isEmpty =
    root === undefined || (root.kind === 'scalar' && root.empty && !root.tag && root.anchor === undefined);
  return kind === 'whole' && isEmpty && !problems.some(isSyntaxProblem);
}

/** Adds lines at the end of a file, whose last line may have no line break: then it stays so. */
function addAtEnd(unit: Unit, lines: string): Edit {
  const end = unit.text.length;
  const last = lineStart(unit.text, end);
  const isOnLine = /\S/.test(unit.text.slice(last));
  const text = isOnLine ? lineBreakOf(unit) + lines.trimEnd() : lines;
  return { range: { start: isOnLine ? end : trimEndOfRange(unit.text, last, end), end }, text };
}

/** The place for the first state of an automata. */
interface EmptyStates {
  readonly source: Address;
  readonly unit: Unit;
  readonly pair: Pair;
  readonly layout: TextLayout;
}

/** The key of an automata without states: `states: {}` or `states:`. */
export function emptyStates(project: Project, container: ScopePath): EmptyStates | undefined {
  for (const { source, unit, scope } of project.inOrder('section', keyAt(container, 'states'))) {
    const pair = scope.map && pairOf(scope.map, 'states');
    if (pair === undefined || pair.colon < 0) continue;
    const { value } = pair;
    const inside = unit.text.slice(value.start, value.end);
    if (!isEmptyOrNull(value) && (value.kind !== 'map' || !/^\{\s*\}$/.test(inside))) continue;
    if (value.tag !== undefined || value.anchor !== undefined || isRepeated(unit, value)) continue;
    return { source, unit, pair, layout: layoutIn(project, source, unit) };
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
