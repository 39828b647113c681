import type { Project } from '../../project/project';
import type { ScopePath } from '../../project/scope-path';
import type { ScopeEntry } from '../../project/symbols';
import { pairOf, resolvedPairOf } from '../../yaml/tree';
import { isRepeated } from '../../yaml/unit';
import { addFields, type Edit } from '../edits';

/**
 * The edits of a scope's unit that add a transition for an event. Undefined if its transitions are written elsewhere
 * (an alias, a tag) or are not a map.
 */
export function addTransition(
  { unit, scope: { map } }: ScopeEntry,
  event: string,
  target: string,
): Edit[] | undefined {
  // An edit of repeated text would change other states as well.
  if (map === undefined || isRepeated(unit, map)) return undefined;
  const pair = pairOf(map, 'transitions');
  if (pair === undefined) {
    // A section of its own would replace the one that it merges.
    if (resolvedPairOf(map, 'transitions') !== undefined) return undefined;
    const value = { [event]: target };
    return addFields(unit, map, [{ name: 'transitions', value, index: map.pairs.length }]);
  }
  const { value } = pair;
  if (value.kind !== 'map' || value.tag !== undefined || isRepeated(unit, value)) return undefined;
  return addFields(unit, value, [{ name: event, value: target, index: value.pairs.length }]);
}

/**
 * The part of a scope that should contain transitions: the one that has some, otherwise the last one that can take a
 * key. Needed for the root of a file, whose sections are separate units.
 */
export function partForTransitions(project: Project, path: ScopePath): ScopeEntry | undefined {
  const parts = project
    .scopes(path)
    .filter(({ scope }) => scope.map !== undefined && scope.path.length === path.length);
  const owner = parts.find(({ scope }) => scope.map && pairOf(scope.map, 'transitions') !== undefined);
  return (
    owner ?? parts.findLast(({ unit }) => path.length > 0 || unit.kind === 'section' || unit.kind === 'whole')
  );
}
