import { engine } from '../../engine/engine';
import type { ExpressionPlace, NameNode, OutputFacts, ScopeFacts, ScopePart } from '../../facts/facts';
import { isEqualData } from '../../text/equality';
import { groupBy } from '../../text/group-by';
import type { Project } from '../project';
import { positionsBy, targetPath } from './resolve';
import { childPath, type ScopePath } from './scope-path';
import { pathKey, type ScopeEntry, sharedPath, type TargetEntry } from './symbols';

/** A variable that a part of a scope defines, other than those of `context`. */
interface Variable {
  readonly name: NameNode;
  readonly kind: 'input' | 'result' | 'parameter' | 'output';
  /** Whether the name is the default of the module, with the range of the module. */
  readonly isDefault: boolean;
  /** Position among the inputs, tasks or outputs. */
  readonly index: number;
}

/** A variable with the scope that defines it. */
export interface LocalVariable extends Variable {
  readonly at: ScopeEntry;
}

/** All variables that a scope defines, in the order in which they are set. */
export function localsOf(project: Project, path: ScopePath): readonly LocalVariable[] {
  return inOrderOfKinds(project.scopes(path).flatMap((at) => variablesIn(at.scope).map(placed(at))));
}

/** The variables of one name that a scope defines, see `localsOf`. */
export function localsNamed(project: Project, path: ScopePath, name: string): readonly LocalVariable[] {
  const parts = project.scopes(path);
  const indexed = () => localsByName(project, pathKey(path)).get(name) ?? [];
  if (parts.length > MAX_SEARCHED) return indexed();
  const found = parts.map((at) => ({ at, variables: variablesNamed(at.scope, name) }));
  if (found.some(({ variables }) => variables.length > MAX_SEARCHED)) return indexed();
  return inOrderOfKinds(found.flatMap(({ at, variables }) => variables.map(placed(at))));
}

/** Scopes with more parts, or more variables of one name, have an index. Only duplicates are so many. */
const MAX_SEARCHED = 50;

const localsByName = engine.query('variables of many parts', (project: Project, key: string) => {
  const parts = project.inOrder('scope', key);
  // Their places are part of the result.
  for (const { unit } of parts) project.holds(unit);
  return groupBy(inOrderOfKinds(parts.flatMap(localsIn)), (local) => local.name.text);
});

/** The variables that one part of a scope defines. */
export function localsIn(at: ScopeEntry): readonly LocalVariable[] {
  return variablesIn(at.scope).map(placed(at));
}

function placed(at: ScopeEntry): (variable: Variable) => LocalVariable {
  return ({ name, kind, isDefault, index }) => ({ name, kind, isDefault, index, at });
}

/** Sorts the variables of several parts of a scope: the inputs of all parts are set before the results of any. */
function inOrderOfKinds(locals: readonly LocalVariable[]): readonly LocalVariable[] {
  return locals.length < 2 ? locals : locals.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind]);
}

const ORDER: Readonly<Record<Variable['kind'], number>> = { input: 0, result: 1, parameter: 1, output: 2 };

function variablesIn(scope: ScopeFacts): Variable[] {
  const variables: Variable[] = [];
  for (const [index, { name }] of scope.inputs.entries())
    variables.push({ name, kind: 'input', isDefault: false, index });
  for (const { name, kind, task } of scope.results) {
    const own = kind === 'parameter' ? 'parameter' : 'result';
    variables.push({ name, kind: own, isDefault: kind === 'default', index: task });
  }
  for (const { name, context, index } of scope.outputs)
    if (context === undefined) variables.push({ name, kind: 'output', isDefault: false, index });
  return variables;
}

function variablesNamed(scope: ScopeFacts, name: string): readonly Variable[] {
  const { inputs, results, outputs } = scope;
  if (inputs.length + results.length + outputs.length > MAX_SEARCHED_VARIABLES)
    return variablesByName(scope).get(name) ?? [];
  return variablesIn(scope).filter((variable) => variable.name.text === name);
}

/** Scopes with more variables have an index: there may be thousands, with as many expressions that read them. */
const MAX_SEARCHED_VARIABLES = 8;

/** The distinct names of the variables that a part of a scope defines. */
export const variableNamesOf = engine.query('names of variables', (scope: ScopeFacts): readonly string[] => [
  ...new Set(variablesIn(scope).map(({ name }) => name.text)),
]);

const variablesByName = engine.query('variables by name', (scope: ScopeFacts) =>
  groupBy(variablesIn(scope), ({ name }) => name.text),
);

/**
 * Whether a variable exists when an expression of its scope is evaluated: inputs in order, then tasks, then outputs,
 * then `render` and transitions.
 */
export function isVisible(local: Pick<LocalVariable, 'kind' | 'index'>, place: ExpressionPlace): boolean {
  switch (place.phase) {
    case 'input':
      return local.kind === 'input' && local.index < place.index;
    case 'task':
      return local.kind === 'input' || (local.kind !== 'output' && local.index < place.index);
    case 'output':
      return local.kind !== 'output' || local.index < place.index;
    case 'context':
      return local.kind === 'input';
    case 'where':
      return false;
    default:
      return true;
  }
}

/** A place in a scope that is known: all inputs, tasks or outputs before `index` have been evaluated. */
export function placeIn(phase: ExpressionPlace['phase'], index = -1, event?: string): ExpressionPlace {
  return { scope: -1, phase, index, event };
}

/** Whether an output of a scope is assigned before an expression of that scope is evaluated. */
export function isAssigned(output: OutputFacts, { phase, index }: ExpressionPlace): boolean {
  if (phase === 'output') return output.index < index;
  return phase === 'render' || phase === 'transition';
}

/**
 * The incoming transitions of a state, without `initial`. A transition without a target returns to its own state; its
 * entry has the name of its event.
 */
export function transitionsTo(project: Project, path: ScopePath): readonly TargetEntry[] {
  return inOneOrder(project, transitionsByName(project, path));
}

/** The incoming transitions of a state, for a query whose result depends on their order. */
export function orderedTransitionsTo(project: Project, path: ScopePath): readonly TargetEntry[] {
  const lists = transitionsByName(project, path);
  // The order across names depends on the places of their units, which are recorded as dependencies.
  if (lists.length > 1) for (const { unit } of lists.flat()) project.holds(unit);
  return inOneOrder(project, lists);
}

function inOneOrder(project: Project, lists: readonly (readonly TargetEntry[])[]): readonly TargetEntry[] {
  const [only, ...others] = lists;
  return others.length === 0 ? (only ?? []) : project.sorted(lists.flat());
}

function transitionsByName(project: Project, path: ScopePath): (readonly TargetEntry[])[] {
  const key = pathKey(path);
  const ids = project.scopes(path).flatMap((entry) => (entry.scope.id ? [entry.scope.id.text] : []));
  const names = new Set([...path.slice(-1), ...ids]);
  return [
    ...Array.from(names, (name) => transitionsNaming(project, name, key)),
    project.inOrder('selfTransition', key),
  ].filter((list) => list.length > 0);
}

/** The transitions whose target ends with a name and resolves to a state. */
function transitionsNaming(project: Project, name: string, state: string): readonly TargetEntry[] {
  const positions = transitionsByState(project, name).get(state) ?? [];
  const entries = project.inOrder('target', name);
  return positions.length === entries.length ? entries : positions.flatMap((at) => entries[at] ?? []);
}

const transitionsByState = engine.query(
  'transitions by state',
  (project: Project, name: string) =>
    positionsBy(project.inOrder('target', name), ({ path, scope, name: { text } }) => {
      const found = targetPath(project, sharedPath(path), scope.kind, text);
      return found.kind === 'found' ? pathKey(found.path) : undefined;
    }),
  { equals: isEqualData },
);

/**
 * Whether a name may be defined outside of its scope: it may be passed by `target_inputs`, an input of a state that
 * precedes this one by ALWAYS within one turn, an input of the enclosing automata, or, in the texts of a form, a
 * variable of the previous state.
 */
export function mayInherit(
  project: Project,
  from: ScopeEntry,
  place: ExpressionPlace,
  name: string,
): boolean {
  if (from.path.some((_, depth) => isInput(project, from.path.slice(0, depth), name))) return true;
  if (place.phase === 'input' && !project.isAutomata) return true;
  const visited = new Set<string>();
  const queue = [from.path];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (visited.has(pathKey(path))) continue;
    visited.add(pathKey(path));
    const isHere = path === from.path;
    for (const transition of transitionsTo(project, path)) {
      if (isHere && passes(transition, name)) return true;
      if (isHere && place.phase === 'input' && localsNamed(project, transition.path, name).length > 0)
        return true;
      if (transition.event !== 'ALWAYS') continue;
      if (hasOrReceives(project, transition.path, name)) return true;
      queue.push(transition.path);
    }
  }
  return false;
}

/**
 * Whether a state below an automata defines a variable, or may define it. A transition of the automata is taken in
 * one of its states, whose variables may exist then.
 */
export function mayBeDefinedBelow(project: Project, path: ScopePath, name: string): boolean {
  if (!project.statesComplete(path)) return true;
  const children = new Map(
    project.table.get('child', pathKey(path)).map((child) => [pathKey(child.path), child.path]),
  );
  return [...children.values()].some(
    (child) =>
      localsNamed(project, child, name).length > 0 ||
      hidesLocals(project, child) ||
      mayBeResult(project, child, name) ||
      mayBeDefinedBelow(project, child, name),
  );
}

/** Whether a part of a scope that defines variables is incomplete. */
export function hidesLocals(project: Project, path: ScopePath): boolean {
  return LOCAL_PARTS.some((part) => project.isIncomplete(part, path));
}

/** Whether a task before a place, or any task without a place, may define a variable in a part that is not valid. */
export function mayBeResult(
  project: Project,
  path: ScopePath,
  name: string,
  place?: ExpressionPlace,
): boolean {
  return project
    .scopes(path)
    .some(({ scope }) =>
      scope.hiddenResults.some(
        (hidden) =>
          (hidden.name === undefined || hidden.name === name) &&
          (place === undefined || isVisible({ kind: 'result', index: hidden.task }, place)),
      ),
    );
}

/** The parts of a state that define variables. */
const LOCAL_PARTS: readonly ScopePart[] = ['inputs', 'tasks', 'outputs'];

/** Whether a scope has an input of this name. */
export function isInput(project: Project, path: ScopePath, name: string): boolean {
  return localsNamed(project, path, name).some(({ kind }) => kind === 'input');
}

/** Whether a scope has an output of this name that is not a context variable. */
export function isPlainOutput(project: Project, path: ScopePath, name: string): boolean {
  return localsNamed(project, path, name).some(({ kind }) => kind === 'output');
}

function passes(transition: TargetEntry, name: string): boolean {
  return transition.case.inputs.some((input) => input.text === name);
}

/** Whether a state has an input of this name, or a transition passes one to it. */
function hasOrReceives(project: Project, path: ScopePath, name: string): boolean {
  return (
    isInput(project, path, name) ||
    transitionsTo(project, path).some((transition) => passes(transition, name))
  );
}

/** The path of a child of a scope or, if it has none with this name, of a scope around it, from this depth upwards. */
export function nearestScopeNamed(
  project: Project,
  from: ScopePath,
  name: string,
  depth = from.length,
): ScopePath | undefined {
  for (let up = depth; up >= 0; up--) {
    const path = childPath(from.slice(0, up), name);
    if (project.table.has('scope', pathKey(path))) return path;
  }
  return undefined;
}
