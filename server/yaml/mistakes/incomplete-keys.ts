import { engine } from '../../engine/engine';
import { countLeading } from '../../text/binary-search';
import { columnOf } from '../../text/lines';
import type { Problem } from '../read/problem';
import type { MapNode } from '../tree/tree';

/**
 * Whether a map has a word that will become a key but lacks its colon. It is either a pair of its own or, above other
 * keys, left out of the tree. `text` is that of the unit.
 */
export function hasIncompleteKey(map: MapNode, text: string, problems: readonly Problem[]): boolean {
  if (map.pairs.some((pair) => pair.colon < 0)) return true;
  const words = map.flow ? [] : incompleteKeys(problems);
  if (words.length === 0) return false;
  const from = startOfPlace(map);
  for (let index = countLeading(words, (start) => start < from); index < words.length; index++) {
    const start = words[index] ?? map.end;
    if (start > map.end) return false;
    if (columnOf(text, start) === map.indent) return true;
  }
  return false;
}

/** Where words begin that will become keys, in the order of the text. Each map of a unit looks for its own. */
const incompleteKeys = engine.query('incomplete keys', (problems: readonly Problem[]): readonly number[] => {
  const starts = problems.flatMap(({ isIncompleteKey, start }) => (isIncompleteKey ? [start] : []));
  return starts.length === 0 ? NONE : starts.toSorted((a, b) => a - b);
});

const NONE: readonly number[] = [];

/** The offset after the key of a map, or after the preceding item. */
function startOfPlace(map: MapNode): number {
  const { parent } = map;
  if (parent === undefined) return 0;
  if (parent.kind === 'pair') return parent.key.end;
  const before = parent.items[parent.items.indexOf(map) - 1];
  return before?.end ?? parent.start;
}
