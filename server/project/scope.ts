import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import type { ExpressionPlace, NameNode, OutputFacts, ScopeFacts, ScopePart } from '../facts/facts';
import { groupBy } from '../text/group-by';
import type { Project } from './project';
import { positionsBy, targetPath } from './resolve';
import { pathKey, type ScopeEntry, sharedPath, type TargetEntry } from './symbols';

/** A variable that a part of a scope defines, other than those of `context`. */
interface Variable {
  readonly name: NameNode;
  readonly kind: 'input' | 'result' | 'parameter' | 'output';
  /** The name is not written: it is the default of the module, and the range is that of the module. */
  readonly isDefault: boolean;
  /** Position among the inputs, tasks or outputs. */
  readonly index: number;
}

/** The same with its place. */
export interface LocalVariable extends Variable {
  readonly at: ScopeEntry;
}

/** All variables that a scope defines, in the order in which they are set. */
export function localsOf(project: Project, path: readonly string[]): readonly LocalVariable[] {
  return inOrderOfKinds(project.scopes(path).flatMap((at) => variablesIn(at.scope).map(placed(at))));
}

/** The same for one name. */
export function localsNamed(
  project: Project,
  path: readonly string[],
  name: string,
): readonly LocalVariable[] {
  const parts = project.scopes(path);
  if (parts.length > MAX_SEARCHED_PARTS) return localsByName(project, pathKey(path)).get(name) ?? [];
  return inOrderOfKinds(parts.flatMap((at) => variablesNamed(at.scope, name).map(placed(at))));
}

/** Fewer are the parts of any automata or state, unless one is written again and again. */
const MAX_SEARCHED_PARTS = 50;

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

/** The variables of several parts of a scope: inputs of all are set before the results of any. */
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
  if (inputs.length + results.length + outputs.length > MAX_SEARCHED)
    return variablesByName(scope).get(name) ?? [];
  return variablesIn(scope).filter((variable) => variable.name.text === name);
}

/** Beyond it an index pays off: a scope may have thousands of variables, and of expressions that read them. */
const MAX_SEARCHED = 8;

/** The names of the variables that a part of a scope defines, each once. */
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
export function transitionsTo(project: Project, path: readonly string[]): readonly TargetEntry[] {
  return merged(project, transitionsByName(project, path));
}

/** The same for a query whose result shows their order. */
export function orderedTransitionsTo(project: Project, path: readonly string[]): readonly TargetEntry[] {
  const lists = transitionsByName(project, path);
  // The index has an order for each name only.
  if (lists.length > 1) for (const { unit } of lists.flat()) project.holds(unit);
  return merged(project, lists);
}

function merged(project: Project, lists: readonly (readonly TargetEntry[])[]): readonly TargetEntry[] {
  const [only, ...others] = lists;
  return others.length === 0 ? (only ?? []) : project.sorted(lists.flat());
}

function transitionsByName(project: Project, path: readonly string[]): (readonly TargetEntry[])[] {
  const key = pathKey(path);
  const ids = project.scopes(path).flatMap((entry) => (entry.scope.id ? [entry.scope.id.text] : []));
  const names = new Set([path.at(-1) ?? '', ...ids]);
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
 * Whether a name may exist although the scope does not define it, so that nothing is reported: passed by
 * `target_inputs`, an input of a state that precedes this one by ALWAYS within one turn, an input of the enclosing
 * automata, or, in the texts of a form, a variable of the state before it.
 */
export function mayInherit(
  project: Project,
  from: ScopeEntry,
  place: ExpressionPlace,
  name: string,
): boolean {
  for (let up = 0; up < from.path.length; up++) {
    if (isInput(project, from.path.slice(0, up), name)) return true;
  }
  if (place.phase === 'input' && !project.isAutomata) return true;
  const seen = new Set<string>();
  const queue = [from.path];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(pathKey(path))) continue;
    seen.add(pathKey(path));
    const isHere = path === from.path;
    for (const transition of transitionsTo(project, path)) {
      if (isHere && transition.case.inputs.some((input) => input.text === name)) return true;
      if (isHere && place.phase === 'input' && localsNamed(project, transition.path, name).length > 0)
        return true;
      if (transition.event !== 'ALWAYS') continue;
      if (isInput(project, transition.path, name)) return true;
      if (hasTargetInput(project, transition.path, name)) return true;
      queue.push(transition.path);
    }
  }
  return false;
}

/**
 * Whether a state below an automata defines a variable, or may define it. A transition of the automata is taken in
 * one of its states, whose variables may exist then.
 */
export function mayBeDefinedBelow(project: Project, path: readonly string[], name: string): boolean {
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

/** Whether a part of a scope that defines variables may contain more than is known. */
export function hidesLocals(project: Project, path: readonly string[]): boolean {
  return LOCAL_PARTS.some((part) => project.isIncomplete(part, path));
}

/** Whether a task before a place may define a variable although nothing valid says so. Without a place: any task. */
export function mayBeResult(
  project: Project,
  path: readonly string[],
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
export function isInput(project: Project, path: readonly string[], name: string): boolean {
  return localsNamed(project, path, name).some(({ kind }) => kind === 'input');
}

/** Whether a scope has an output of this name that is not a context variable. */
export function isPlainOutput(project: Project, path: readonly string[], name: string): boolean {
  return localsNamed(project, path, name).some(({ kind }) => kind === 'output');
}

function hasTargetInput(project: Project, path: readonly string[], name: string): boolean {
  return transitionsTo(project, path).some((entry) => entry.case.inputs.some((input) => input.text === name));
}
