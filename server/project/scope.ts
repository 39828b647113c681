import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import type { ExpressionPlace, Name, OutputFacts, Part } from '../facts/facts';
import type { Project } from './project';
import { positionsBy, targetPath } from './resolve';
import { pathKey, type ScopeEntry, sharedPath, type TargetEntry } from './symbols';

/** A variable of a scope, other than those of `context`. */
export interface Local {
  readonly name: Name;
  readonly kind: 'input' | 'result' | 'parameter' | 'output';
  /** The name is not written: it is the default of the module, and the range is that of the module. */
  readonly isDefault: boolean;
  /** Position among the inputs, tasks or outputs. */
  readonly index: number;
  readonly at: ScopeEntry;
}

/** All variables that a scope defines, in the order in which they are set. */
export function localsOf(project: Project, path: readonly string[]): readonly Local[] {
  const parts = project.scopes(path);
  const locals: Local[] = [];
  for (const at of parts) {
    at.scope.inputs.forEach(({ name }, index) => {
      locals.push({ name, kind: 'input', isDefault: false, index, at });
    });
  }
  for (const at of parts) {
    for (const { name, kind, task } of at.scope.results) {
      const local = kind === 'parameter' ? 'parameter' : 'result';
      locals.push({ name, kind: local, isDefault: kind === 'default', index: task, at });
    }
  }
  for (const at of parts) {
    for (const { name, context, index } of at.scope.outputs) {
      if (context === undefined) locals.push({ name, kind: 'output', isDefault: false, index, at });
    }
  }
  return locals;
}

/**
 * Whether a variable exists when an expression of its scope is evaluated: inputs in order, then tasks, then outputs,
 * then `render` and transitions.
 */
export function isVisible(local: Pick<Local, 'kind' | 'index'>, place: ExpressionPlace): boolean {
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

/** Whether an output of a scope is assigned before an expression of that scope is evaluated. */
export function isAssigned(output: OutputFacts, { phase, index }: ExpressionPlace): boolean {
  if (phase === 'output') return output.index < index;
  return phase === 'render' || phase === 'transition';
}

/**
 * The transitions that lead to a state, without `initial`. One without a target leads to its own state, and its entry
 * has the name of its event.
 */
export function transitionsTo(project: Project, path: readonly string[]): readonly TargetEntry[] {
  const key = pathKey(path);
  const ids = project.scopes(path).flatMap((entry) => (entry.scope.id ? [entry.scope.id.text] : []));
  const names = new Set([path.at(-1) ?? '', ...ids]);
  const lists = [
    ...Array.from(names, (name) => transitionsNaming(project, name, key)),
    project.inOrder('selfTransition', key),
  ].filter((list) => list.length > 0);
  const [only, ...others] = lists;
  return others.length === 0 ? (only ?? []) : project.sorted(lists.flat());
}

/** The transitions whose target ends with a name, and leads to a state. */
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
 * `target_inputs`, an input of a state that leads here by ALWAYS within one turn, an input of the automata around it,
 * or, in the texts of a form, a variable of the state that leads to it.
 */
export function mayInherit(
  project: Project,
  from: ScopeEntry,
  place: ExpressionPlace,
  name: string,
): boolean {
  for (let up = 0; up < from.path.length; up++) {
    const outer = project.scopes(from.path.slice(0, up));
    if (outer.some((entry) => entry.scope.inputs.some((input) => input.name.text === name))) return true;
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
      const locals = localsOf(project, transition.path);
      if (isHere && place.phase === 'input' && locals.some((local) => local.name.text === name)) return true;
      if (transition.event !== 'ALWAYS') continue;
      if (locals.some((local) => local.kind === 'input' && local.name.text === name)) return true;
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
      localsOf(project, child).some((local) => local.name.text === name) ||
      LOCAL_PARTS.some((part) => project.isIncomplete(part, child)) ||
      mayBeDefinedBelow(project, child, name),
  );
}

/** The parts of a state that define variables. */
export const LOCAL_PARTS: readonly Part[] = ['inputs', 'tasks', 'outputs'];

function hasTargetInput(project: Project, path: readonly string[], name: string): boolean {
  return transitionsTo(project, path).some((entry) => entry.case.inputs.some((input) => input.text === name));
}
