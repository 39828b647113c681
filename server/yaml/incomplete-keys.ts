import { columnOf } from '../text/lines';
import type { Problem } from './problem';
import type { MapNode } from './tree';

/**
 * Whether a map has a word that will become a key but lacks its colon. It is either a pair of its own or, above other
 * keys, left out of the tree. `text` is that of the unit.
 */
export function hasIncompleteKey(map: MapNode, text: string, problems: readonly Problem[]): boolean {
  if (map.pairs.some((pair) => pair.colon < 0)) return true;
  if (map.flow || !problems.some((problem) => problem.isIncompleteKey)) return false;
  const from = startOfPlace(map);
  return problems.some(
    ({ isIncompleteKey, start }) =>
      isIncompleteKey && start >= from && start <= map.end && columnOf(text, start) === map.indent,
  );
}

/** The offset after the key of a map, or after the preceding item. */
function startOfPlace(map: MapNode): number {
  const { parent } = map;
  if (parent === undefined) return 0;
  if (parent.kind === 'pair') return parent.key.end;
  const before = parent.items[parent.items.indexOf(map) - 1];
  return before?.end ?? parent.start;
}
