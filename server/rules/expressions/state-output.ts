import { isGlobal } from '../../expression/globals';
import { localsNamed } from '../../project/scope';
import { childPath, type ScopePath } from '../../project/scope-path';
import { pathKey, type ScopeEntry } from '../../project/symbols';
import type { Subject } from '../rule';

/**
 * The path of the nearest state or automata that a name refers to in `<state>.<output>`. Undefined if the name is a
 * variable or not a state.
 */
export function stateOfOutput({ project }: Subject, from: ScopeEntry, name: string): ScopePath | undefined {
  if (name === 'context' || name === 'payload' || isGlobal(name)) return undefined;
  if (localsNamed(project, from.path, name).length > 0) return undefined;
  for (let up = from.path.length; up >= 0; up--) {
    const path = childPath(from.path.slice(0, up), name);
    if (project.table.has('scope', pathKey(path))) return path;
  }
  return undefined;
}
