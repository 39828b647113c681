import { isGlobal } from '../../expression/globals';
import { localsNamed, nearestScopeNamed } from '../../project/names/scope';
import type { ScopePath } from '../../project/names/scope-path';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Subject } from '../rule';

/**
 * The path of the nearest state or automata that a name refers to in `<state>.<output>`. Undefined if the name is a
 * variable or not a state.
 */
export function stateOfOutput({ project }: Subject, from: ScopeEntry, name: string): ScopePath | undefined {
  if (name === 'context' || name === 'payload' || isGlobal(name)) return undefined;
  if (localsNamed(project, from.path, name).length > 0) return undefined;
  return nearestScopeNamed(project, from.path, name);
}
