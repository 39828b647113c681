import { engine } from '../engine/engine';
import type { ExpressionPlace, OutputFacts } from '../facts/facts';
import { hidesInputs } from '../facts/transitions';
import { isVisible, type LocalVariable, localsNamed, placeIn, transitionsTo } from '../project/names/scope';
import type { ScopePath } from '../project/names/scope-path';
import { type ScopeEntry, sharedPath } from '../project/names/symbols';
import type { Project } from '../project/project';
import { unionOfTypes, widen } from '../types/union';
import { STRING_TYPE, UNKNOWN, type ValueType } from '../types/value-type';
import { isMerged, type MapNode, pairOf, resolveAlias, textOf, valueAt } from '../yaml/tree/tree';
import { type NameTypes, typeOfDefinition, typeOfNode, type UnitReader } from './node-types';
import { typeOfParameter, typeOfResult } from './result-types';

/** Types of the variables of one state: inputs, results of tasks, function parameters, plain outputs. */

/** What the types of the variables of a scope are computed from. */
export interface LocalReader {
  readonly project: Project;
  /** The reader of the unit of a scope; undefined for a unit that is not read. */
  readerOf(at: ScopeEntry): UnitReader | undefined;
  /** The type of an output of the scope. */
  outputType(at: ScopeEntry, output: OutputFacts): ValueType;
  /** The type of what transitions pass to an input of a state; unknown if it is not inferred. */
  passedType(state: ScopePath, input: string): ValueType;
  /** The names that a value of the scope can read at a place. */
  namesAt(at: ScopeEntry, place: ExpressionPlace): NameTypes;
}

/**
 * The type of a plain name at a place; undefined if the scope has no such variable. If several variables have the name,
 * the union of the types of all that may be set before this place.
 */
export function typeOfName(
  reader: LocalReader,
  entry: ScopeEntry,
  place: ExpressionPlace,
  name: string,
): ValueType | undefined {
  const all = localsNamed(reader.project, entry.path, name);
  if (all.length === 0) return undefined;
  // A variable in another unit may change without this unit depending on it.
  if (all.some((local) => local.at.unit !== entry.unit && isVisible(local, place))) return UNKNOWN;
  const visible = all.filter((local) => isVisible(local, place));
  if (visible.length === 0) return UNKNOWN;
  return unionOfTypes(visible.map((local) => typeOfLocal(reader, local)));
}

/** The type of a variable once it is set. */
export function typeOfLocal(reader: LocalReader, local: LocalVariable): ValueType {
  const own = reader.readerOf(local.at);
  if (own === undefined) return UNKNOWN;
  if (local.kind === 'input') return typeOfInput(reader, own, local);
  if (local.kind === 'output') {
    const output = outputOf(local);
    return output ? reader.outputType(local.at, output) : UNKNOWN;
  }
  const task = taskAt(local.at.scope.map, local.index);
  if (task === undefined) return UNKNOWN;
  if (local.kind === 'parameter') return typeOfParameter(task, local.name.text);
  return typeOfResult(own.catalog, task);
}

function outputOf({ at: { scope }, name, index }: LocalVariable): OutputFacts | undefined {
  const atIndex = scope.outputs[index];
  return atIndex?.name === name ? atIndex : scope.outputs.find((output) => output.name === name);
}

function typeOfInput(reader: LocalReader, own: UnitReader, { name, at, index }: LocalVariable): ValueType {
  const written = at.scope.inputs[index]?.node;
  const node = written && resolveAlias(written);
  if (written === undefined || node === undefined) return UNKNOWN;
  const names = reader.namesAt(at, placeIn('input', index));
  // A transition may pass another value, except if there is a `value`.
  const orPassed = (type: ValueType) => orPassedType(reader, at.path, name.text, type);
  if (node.kind !== 'map') return orPassed(widen(typeOfNode(own, node, names)));
  if (isMerged(node)) return UNKNOWN;
  const value = pairOf(node, 'value');
  // It is replaced by the id of the button that was clicked.
  if (textOf(node, 'value') === 'UNSTABLE_button_id') return STRING_TYPE;
  if (value) return typeOfNode(own, value.value, names);
  const type = textOf(node, 'type');
  if (type === 'IM' || textOf(node, 'source') === 'IM') return STRING_TYPE;
  return orPassed(typeOfDefinition(own, node, written.kind === 'alias'));
}

/** The type of an input that has this type unless a transition passes another value. */
function orPassedType(reader: LocalReader, state: ScopePath, name: string, type: ValueType): ValueType {
  if (type === UNKNOWN) return UNKNOWN;
  switch (isPassed(reader.project, sharedPath(state), name)) {
    case 'no':
      return type;
    case 'yes':
      return unionOfTypes([type, reader.passedType(state, name)]);
    case 'unknown':
      return UNKNOWN;
  }
}

/** Whether some transition passes a value to an input; unknown if not all transitions are known. */
const isPassed = engine.query(
  'is passed',
  (project: Project, state: ScopePath, name: string): 'yes' | 'no' | 'unknown' => {
    if (!project.isAutomata || project.table.get('incomplete', 'transitions').length > 0) return 'unknown';
    if (project.table.get('incomplete', 'states').some(({ path }) => !project.statesComplete(path)))
      return 'unknown';
    const transitions = transitionsTo(project, state);
    if (transitions.some((transition) => hidesInputs(transition.case))) return 'unknown';
    const isAny = transitions.some((one) => one.case.inputs.some((input) => input.text === name));
    return isAny ? 'yes' : 'no';
  },
);

function taskAt(map: MapNode | undefined, index: number): MapNode | undefined {
  const tasks = map && valueAt(map, 'tasks');
  const item =
    tasks?.kind === 'seq'
      ? tasks.items[index]
      : tasks?.kind === 'map'
        ? tasks.pairs[index]?.value
        : undefined;
  const node = item && resolveAlias(item);
  return node?.kind === 'map' ? node : undefined;
}
