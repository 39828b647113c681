import { type Edit, removeItem, removePair, withComments } from '../rules/edits';
import { msg } from '../text/message';
import type { Unit } from '../yaml/cut/unit';
import {
  containerOf,
  isMergePair,
  type MapNode,
  mergedNodes,
  type Node,
  type Pair,
  resolveAlias,
  resolvedPairOf,
} from '../yaml/tree/tree';
import { type EditRefusal, refuse } from './outcome';

type Removal = Edit[] | EditRefusal | undefined;

/**
 * The edits that remove an entry of a map or list with its comments, and the sections around it that have nothing else:
 * an empty `transitions:` goes too.
 *
 * @param within the map whose entries are the outermost that may be removed
 */
export function removeWithSections(unit: Unit, entry: Pair | Node, within: MapNode): Removal {
  let removed = entry;
  for (;;) {
    const outer = sectionAround(removed, within);
    if (outer === undefined) break;
    removed = outer;
  }
  return removeWithComments(unit, removed);
}

/** The edits that remove an entry of a map or list with the comments right above it. */
export function removeWithComments(unit: Unit, entry: Pair | Node): Removal {
  if (entry.kind === 'pair') return whyKept(entry) ?? withComments(unit, entry, removePair(unit, entry));
  const list = containerOf(entry);
  return list?.kind === 'seq' ? withComments(unit, entry, removeItem(unit, list, entry)) : undefined;
}

/** Why a pair cannot be removed: it overrides a merged one, which would take its place. */
function whyKept({ parent, name }: Pair): EditRefusal | undefined {
  const merged = parent.pairs.filter(isMergePair).flatMap(({ value }) => mergedNodes(value));
  const isOverride = merged.map(resolveAlias).some((one) => one?.kind === 'map' && resolvedPairOf(one, name));
  return isOverride
    ? refuse(msg('Without this text, that of a merge key would appear. Change it in the editor.'))
    : undefined;
}

/** The entry that consists of nothing but an entry of its map or list, and comments; undefined if there is more in it. */
function sectionAround(entry: Pair | Node, within: MapNode): Pair | Node | undefined {
  const container = entry.kind === 'pair' ? entry.parent : containerOf(entry);
  if (container?.parent === undefined || container === within) return undefined;
  const isAlone = (container.kind === 'map' ? container.pairs : container.items).length === 1;
  if (!isAlone || container.anchor !== undefined || container.tag !== undefined) return undefined;
  return container.parent.kind === 'pair' ? container.parent : container;
}
