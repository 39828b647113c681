import type { ScopePath } from '../../project/names/scope-path';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { pairOf } from '../../yaml/tree/tree';
import type { TextLayout } from '../../yaml/write/layout';
import type { Writable } from '../../yaml/write/values';
import { addToSection, type Edit } from '../edits';

/**
 * The edits of a scope's unit that add a transition for an event. Undefined if its transitions are written elsewhere
 * (an alias, a tag) or are not a map.
 */
export function addTransition(
  { unit, scope: { map } }: ScopeEntry,
  event: string,
  transition: Writable,
  layout?: TextLayout,
): Edit[] | undefined {
  const section = { name: 'transitions', index: map?.pairs.length ?? 0 };
  return map && addToSection(unit, map, section, { name: event, value: transition }, layout);
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
