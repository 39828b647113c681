import { type Edit, removeItem, removePair, withComments } from '../rules/edits';
import type { Unit } from '../yaml/cut/unit';
import { containerOf, type MapNode, type Node, type Pair } from '../yaml/tree/tree';

/**
 * The edits that remove an entry of a map or list with its comments, and the sections around it that have nothing else:
 * an empty `transitions:` goes too.
 *
 * @param within the map whose entries are the outermost that may be removed
 */
export function removeWithSections(unit: Unit, entry: Pair | Node, within: MapNode): Edit[] | undefined {
  let removed = entry;
  for (;;) {
    const outer = sectionAround(removed, within);
    if (outer === undefined) break;
    removed = outer;
  }
  return removeWithComments(unit, removed);
}

/** The edits that remove an entry of a map or list with the comments right above it. */
export function removeWithComments(unit: Unit, entry: Pair | Node): Edit[] | undefined {
  if (entry.kind === 'pair') return withComments(unit, entry, removePair(unit, entry));
  const list = containerOf(entry);
  return list?.kind === 'seq' ? withComments(unit, entry, removeItem(unit, list, entry)) : undefined;
}

/** The entry that consists of nothing but an entry of its map or list, and comments; undefined if there is more in it. */
function sectionAround(entry: Pair | Node, within: MapNode): Pair | Node | undefined {
  const container = entry.kind === 'pair' ? entry.parent : containerOf(entry);
  if (container?.parent === undefined || container === within) return undefined;
  const isAlone = (container.kind === 'map' ? container.pairs : container.items).length === 1;
  if (!isAlone || container.anchor !== undefined || container.tag !== undefined) return undefined;
  return container.parent.kind === 'pair' ? container.parent : container;
}
