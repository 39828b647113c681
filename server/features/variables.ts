import type { ExpressionPlace } from '../facts/facts';
import {
  isVisible,
  type LocalVariable,
  localsNamed,
  nearestScopeNamed,
  transitionsTo,
} from '../project/names/scope';
import { type ScopePath, samePath } from '../project/names/scope-path';
import { type NameEntry, pathKey, type ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';

/** Resolution of plain names in expressions to variables. */

/** The scope of a variable: this one, an enclosing automata, or a state with an `ALWAYS` transition to this one. */
export function ownerOf(project: Project, from: ScopeEntry, name: string): ScopePath | undefined {
  const has = (path: ScopePath, kind?: 'input') =>
    localsNamed(project, path, name).some((local) => !kind || local.kind === kind);
  if (has(from.path)) return from.path;
  for (let up = from.path.length - 1; up >= 0; up--)
    if (has(from.path.slice(0, up), 'input')) return from.path.slice(0, up);
  const seen = new Set<string>();
  const queue = [from.path];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(pathKey(path))) continue;
    seen.add(pathKey(path));
    if (has(path, 'input')) return path;
    const incoming = transitionsTo(project, path);
    if (incoming.some((entry) => entry.case.inputs.some((input) => input.text === name))) return path;
    for (const entry of incoming) if (entry.event === 'ALWAYS') queue.push(entry.path);
  }
  return undefined;
}

/** The state at the start of `<state>.<output>`: a child of an enclosing automata. */
export function stateNamed(project: Project, from: ScopeEntry, name: string): ScopePath | undefined {
  const depth = from.scope.kind === 'automata' ? from.path.length : from.path.length - 1;
  return nearestScopeNamed(project, from.path, name, depth);
}

/** The definitions of a variable in a scope; if there are none, the transitions that pass it to the scope. */
export function localDefinitions(project: Project, name: string, path: ScopePath): readonly NameEntry[] {
  const own = localsNamed(project, path, name);
  if (own.length > 0) return own.map((local) => ({ ...local.at, name: local.name }));
  return transitionsTo(project, path).flatMap((entry) =>
    entry.case.inputs.flatMap((input) => (input.text === name ? [{ ...entry, name: input }] : [])),
  );
}

/**
 * The variable of a name that is set last before an expression is evaluated. If all of them are set later, by
 * subsequent tasks, the last one. `from` is the scope of the expression.
 */
export function definingLocal(
  project: Project,
  name: string,
  path: ScopePath,
  from: ScopeEntry,
  place: ExpressionPlace,
): LocalVariable | undefined {
  const own = localsNamed(project, path, name);
  const isHere = samePath(path, from.path);
  return own.findLast((local) => !isHere || isVisible(local, place)) ?? own.at(-1);
}

/** The nearest automata around a scope that declares the variable. */
export function declaringPath(project: Project, from: ScopeEntry, name: string): ScopePath | undefined {
  const declared = new Set(project.table.get('declaration', name).map(({ path }) => pathKey(path)));
  for (let length = from.path.length; declared.size > 0 && length >= 0; length--) {
    const path = from.path.slice(0, length);
    if (declared.has(pathKey(path))) return path;
  }
  return undefined;
}
