import type { Project } from '../../project/project';
import type { ScopeEntry } from '../../project/symbols';
import { pairOf } from '../../yaml/tree';
import { addFields, type Edit } from '../edits';

/**
 * The edits, of the unit of the scope, that have it handle an event. Undefined where its transitions are written
 * elsewhere (an alias, a tag), or it is no map.
 */
export function addTransition(
  { unit, scope: { map } }: ScopeEntry,
  event: string,
  target: string,
): Edit[] | undefined {
  if (map === undefined) return undefined;
  const pair = pairOf(map, 'transitions');
  if (pair === undefined) {
    const value = { [event]: target };
    return addFields(unit, map, [{ name: 'transitions', value, index: map.pairs.length }]);
  }
  const { value } = pair;
  if (value.kind !== 'map' || value.tag !== undefined) return undefined;
  return addFields(unit, value, [{ name: event, value: target, index: value.pairs.length }]);
}

/**
 * The part of a scope to which transitions belong: the one that has them, else the last that may take a key. For a
 * file's root, whose sections are units of their own.
 */
export function partForTransitions(project: Project, path: readonly string[]): ScopeEntry | undefined {
  const parts = project
    .scopes(path)
    .filter(({ scope }) => scope.map !== undefined && scope.path.length === path.length);
  const owner = parts.find(({ scope }) => scope.map && pairOf(scope.map, 'transitions') !== undefined);
  return (
    owner ?? parts.findLast(({ unit }) => path.length > 0 || unit.kind === 'section' || unit.kind === 'whole')
  );
}
