import { engine } from '../engine/engine';
import { runTask, type Task } from '../engine/task';
import type { OutputFacts } from '../facts/facts';
import { passedValue } from '../facts/transitions';
import type { Address } from '../project/files/paths';
import { targetPath } from '../project/names/resolve';
import { localsNamed, placeIn } from '../project/names/scope';
import type { ScopePath } from '../project/names/scope-path';
import {
  passedKey,
  pathKey,
  sharedPath,
  type TargetEntry,
  type VariableEntry,
} from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { admitSameValues, isEqualType } from '../types/subtyping';
import { TypeInterner } from '../types/type-interner';
import { unionOfTypes, unionType, widen } from '../types/union';
import { alternativesOf, NEVER, UNDEFINED_TYPE, UNKNOWN, type ValueType } from '../types/value-type';
import type { Unit } from '../yaml/cut/unit';
import { contextComponents, namesOfComponent } from './context-components';
import { changedVariables, contextValuesOf, readsOfValue } from './context-values';
import { typeOfLocal } from './local-types';
import { type ContextReader, NameReader } from './name-reader';

/**
 * The types of the variables of `context`: the union of the first value and of everything that is assigned anywhere. A
 * variable may depend on others; those that depend on one another are computed together as a least fixpoint, starting
 * with `NEVER`.
 */

/** Types that still grow after this number of rounds become unknown; the limit is lower for large components. */
const MAX_ROUNDS = 8;
const MAX_ROUNDS_OF_LARGE = 4;
const LARGE_COMPONENT = 30;

/** The types of names of a project for one request. They are not cached. */
export function currentNames(workspace: Workspace, project: Project): NameReader {
  return new NameReader(workspace, project, contextOf(workspace, project));
}

/** The context of a project. */
export function contextOf(workspace: Workspace, project: Project): ContextReader {
  return {
    typeOf: (name) => variableType(workspace, project, name),
    isChanged: (name) => isChanged(project, name),
    names: () => contextComponents(project).byName.keys(),
    outputType: ({ source, unit }, output) => outputType(workspace, project, source, unit, output),
    inputType: ({ at, name }) => inputType(workspace, project, sharedPath(at.path), name.text),
    passedType: (state, input) => passedType(workspace, project, sharedPath(state), input),
  };
}

/**
 * The type that transitions pass to an input of a state. No type of a variable or of a passed value depends on it, so
 * there are no cycles: an input that is passed on to another input has an unknown type.
 */
const passedType = engine.query(
  'type of a passed value',
  (workspace: Workspace, project: Project, state: ScopePath, input: string): ValueType => {
    const { typeOf, isChanged, names } = contextOf(workspace, project);
    const reader = new NameReader(workspace, project, { typeOf, isChanged, names });
    const types = new Set<ValueType>();
    for (const entry of transitionsPassing(project, state, input)) {
      const node = passedValue(entry.case, input);
      types.add(
        node ? widen(reader.typeOfValue(entry, node, placeIn('transition', -1, entry.event))) : UNKNOWN,
      );
    }
    return SHARED.share(unionOfTypes([...types]));
  },
  { equals: isEqualType },
);

function transitionsPassing(project: Project, state: ScopePath, input: string): readonly TargetEntry[] {
  const ids = project.scopes(state).flatMap(({ scope: { id } }) => (id ? [id.text] : []));
  const names = new Set([...state.slice(-1), ...ids, pathKey(state)]);
  return [...names]
    .flatMap((name) => project.inOrder('passed', passedKey(name, input)))
    .filter((entry) => targetsState(project, entry, state));
}

function targetsState(project: Project, { path, scope, case: { target } }: TargetEntry, state: ScopePath) {
  if (target === undefined) return sharedPath(path) === state;
  const found = targetPath(project, sharedPath(path), scope.kind, target.text);
  return found.kind === 'found' && sharedPath(found.path) === state;
}

/** The type of an input of a state, whatever scopes define it. Expressions in other units depend on the type only. */
const inputType = engine.query(
  'type of an input',
  (workspace: Workspace, project: Project, state: ScopePath, name: string): ValueType => {
    const reader = currentNames(workspace, project);
    const inputs = localsNamed(project, state, name).filter(({ kind }) => kind === 'input');
    // Their names may stay while their values change.
    for (const { at } of inputs) project.holds(at.unit);
    return SHARED.share(unionOfTypes(inputs.map((input) => typeOfLocal(reader, input))));
  },
  { equals: isEqualType },
);

/** The type of an output of a state; cached, because many expressions of the state may read it. */
const outputType = engine.query(
  'type of an output',
  (workspace: Workspace, project: Project, source: Address, unit: Unit, output: OutputFacts): ValueType => {
    // Usually it is at its own index, and never after it.
    const scope = project
      .facts({ source, unit })
      ?.scopes.find(({ outputs }) => outputs.lastIndexOf(output, output.index) >= 0);
    if (scope === undefined) return UNKNOWN;
    const path = project.pathIn(source, scope.path);
    const reader = new NameReader(workspace, project, contextOf(workspace, project));
    return SHARED.share(reader.inferOutput({ source, unit, scope, path }, output));
  },
  { equals: isEqualType },
);

/** Computes all types of a project as a task with a step for each value. */
export function* warmContext(workspace: Workspace, project: Project): Task<void> {
  for (const name of [...project.table.namesOf('contextValue')]) {
    for (const value of contextValuesOf(project, name)) readsOfValue(project, value);
    yield;
  }
  yield* contextComponents.asTask(project);
  for (const component of contextComponents(project).inOrder) {
    // The type of each value is cached, so the query that follows is fast.
    yield* computeTypes(workspace, project, component);
    componentTypes(workspace, project, component);
    yield;
  }
}

/** The type of a variable, including all assignments. */
const variableType = engine.query(
  'type of a variable',
  (workspace: Workspace, project: Project, name: string): ValueType => {
    const component = contextComponentOf(project, name);
    return component === undefined
      ? UNKNOWN
      : (componentTypes(workspace, project, component).get(name) ?? UNKNOWN);
  },
  { equals: isEqualType },
);

/** The component of a variable; undefined for a variable without values, or at the end of too long a chain. */
const contextComponentOf = engine.query('component of a variable', (project: Project, name: string) => {
  const { byName, tooDeep } = contextComponents(project);
  const component = byName.get(name);
  return component !== undefined && tooDeep.has(component) ? undefined : component;
});

const isChanged = engine.query('is changed', (project: Project, name: string) => {
  const changed = changedVariables(project);
  return changed.has(name) || changed.has('');
});

/** The types of the variables of a component. */
const componentTypes = engine.query(
  'types of variables',
  (workspace: Workspace, project: Project, component: string): ReadonlyMap<string, ValueType> =>
    runTask(computeTypes(workspace, project, component)),
  { equals: hasSameTypes },
);

/** Computes the types of a component, with a step for each value. */
function* computeTypes(
  workspace: Workspace,
  project: Project,
  component: string,
): Task<ReadonlyMap<string, ValueType>> {
  const names = namesOfComponent(component);
  const variables = new Map(names.map((name) => [name, new Variable(workspace, project, name)]));
  const types = new Map<string, ValueType>(names.map((name) => [name, NEVER]));
  const maxRounds = names.length > LARGE_COMPONENT ? MAX_ROUNDS_OF_LARGE : MAX_ROUNDS;
  const outer = new Map<string, ValueType>();
  const typeOf = (name: string): ValueType => {
    const known = types.get(name) ?? outer.get(name);
    if (known) return known;
    const type = variableType(workspace, project, name);
    outer.set(name, type);
    return type;
  };
  let pending: Iterable<string> = names;
  for (let round = 0; ; round++) {
    const grown = new Map<string, ValueType>();
    for (const name of pending) {
      const before = types.get(name) ?? NEVER;
      // A type that became unknown stays unknown; otherwise the iteration would not terminate.
      if (round > maxRounds && before === UNKNOWN) continue;
      const variable = variables.get(name);
      const after = variable ? yield* variable.typeFrom(typeOf) : UNKNOWN;
      if (!admitSameValues(before, after)) grown.set(name, round > maxRounds ? UNKNOWN : after);
    }
    if (grown.size === 0) return types;
    for (const [name, type] of grown) types.set(name, type);
    pending = names.filter((name) => variables.get(name)?.readsAny(grown));
  }
}

function hasSameTypes(a: ReadonlyMap<string, ValueType>, b: ReadonlyMap<string, ValueType>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, type] of a) {
    const other = b.get(name);
    if (other === undefined || !isEqualType(type, other)) return false;
  }
  return true;
}

/** A variable while its component is computed. */
class Variable {
  private readonly values: readonly {
    readonly entry: VariableEntry;
    /** Undefined if it may read any variable. */
    readonly reads: readonly string[] | undefined;
  }[];
  private readonly isAssigned: boolean;
  private readonly isDeclared: boolean;
  private readonly isChanged: boolean;

  constructor(
    private readonly workspace: Workspace,
    private readonly project: Project,
    name: string,
  ) {
    const entries = contextValuesOf(project, name);
    this.values = entries.map((entry) => ({ entry, reads: readsOfValue(project, entry) }));
    this.isAssigned = entries.some(({ output }) => output !== undefined);
    this.isDeclared = entries.some(({ output }) => output === undefined);
    this.isChanged = isChanged(project, name);
  }

  readsAny(names: ReadonlyMap<string, unknown>): boolean {
    return this.values.some(({ reads }) => reads === undefined || reads.some((name) => names.has(name)));
  }

  /** The type of the variable if others have the types of `typeOf`, with a step for each value. */
  *typeFrom(typeOf: (name: string) => ValueType): Task<ValueType> {
    if (this.isChanged) return UNKNOWN;
    const types = new Set<ValueType>();
    for (const { entry, reads } of this.values) {
      const names = reads ?? [...contextComponents(this.project).byName.keys()];
      const read = names.map(typeOf);
      types.add(
        names.length > MAX_KEYS
          ? computeValueType(this.workspace, this.project, entry, read)
          : valueType(this.workspace, this.project, entry, sharedTypes(...read)),
      );
      yield;
    }
    const union = unionOfTypes([...types]);
    if (!this.isAssigned) return SHARED.share(union);
    // A variable that is not declared has no value before it is assigned.
    return SHARED.share(widenKeepingEmptyLists(this.isDeclared ? union : unionType(union, UNDEFINED_TYPE)));
  }
}

const SHARED = new TypeInterner();

/** The type of a value if the variables that it reads, in the order of `readsOfValue`, have these types. */
function computeValueType(
  workspace: Workspace,
  project: Project,
  entry: VariableEntry,
  types: readonly ValueType[],
): ValueType {
  const names = readsOfValue(project, entry) ?? [...contextComponents(project).byName.keys()];
  const byName = new Map(names.map((name, index) => [name, types[index] ?? UNKNOWN]));
  const reader = new NameReader(workspace, project, {
    typeOf: (name) => byName.get(name) ?? UNKNOWN,
    isChanged: (name) => isChanged(project, name),
    names: () => names,
  });
  return SHARED.share(reader.contextValueType(entry, entry.node, entry.output));
}

const valueType = engine.query('type of a value', computeValueType, { equals: isEqualType });

/** One list for all equal lists of types, as a key of `valueType`. */
const sharedTypes = engine.query('types', (...types: ValueType[]): readonly ValueType[] => types);

/** A value that reads more variables is computed each time: a key of all their types would need too much memory. */
const MAX_KEYS = 40;

/** Empty lists are not widened: their elements come from assignments, which are known. */
function widenKeepingEmptyLists(type: ValueType): ValueType {
  const isEmpty = (one: ValueType) => one.kind === 'array' && one.items?.length === 0;
  return unionOfTypes(alternativesOf(type).map((one) => (isEmpty(one) ? one : widen(one))));
}
