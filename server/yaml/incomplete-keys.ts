import { columnOf } from '../text/lines';
import type { Problem } from './problem';
import type { MapNode } from './tree';

/**
 * Whether a word that is to become a key of the map is not one yet: it lacks its colon, and is either a pair of its
 * own or, above other keys, left out of the tree. `text` is that of the unit.
 */
export function hasIncompleteKey(map: MapNode, text: string, problems: readonly Problem[]): boolean {
  if (map.pairs.some((pair) => pair.colon < 0)) return true;
  if (map.flow || !problems.some((problem) => problem.isBegunKey)) return false;
  const from = startOfPlace(map);
  return problems.some(
    ({ isBegunKey, start }) =>
      isBegunKey && start >= from && start <= map.end && columnOf(text, start) === map.indent,
  );
}

/** After the key that a map is the value of, or after the item in front of it. */
function startOfPlace(map: MapNode): number {
  const { parent } = map;
  if (parent === undefined) return 0;
  if (parent.kind === 'pair') return parent.key.end;
  const before = parent.items[parent.items.indexOf(map) - 1];
  return before?.end ?? parent.start;
}
