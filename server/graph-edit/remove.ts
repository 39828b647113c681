import {
  contentEnd,
  type Edit,
  endWithComments,
  insertText,
  isUntyped,
  removeItem,
  removePair,
  startWithComments,
  wholeLines,
  withComments,
} from '../rules/edits';
import { indentAt, lineEnd, lineIndent, lineStart, nextLine } from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { hasNamedAnchor, type Unit } from '../yaml/cut/unit';
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
    const outer = sectionAround(unit, removed, within);
    if (outer === undefined) break;
    if (outer.kind === 'pair' && hasOtherComments(unit, outer.value, removed))
      return whyKept(removed) ?? removeInside(unit, outer, removed);
    removed = outer;
  }
  return removeWithComments(unit, removed);
}

/** Sections that may have no value. */
const OPTIONAL_VALUES: ReadonlySet<string> = new Set(['buttons', 'properties', 'transitions']);

/** The edits that remove the only entry of a section, whose other comments stay. */
function removeInside(unit: Unit, section: Pair, entry: Pair | Node): Removal {
  const { value, colon, start } = section;
  const { text } = unit;
  const lines = hasNamedAnchor(unit, entry.kind === 'pair' ? entry.value : entry)
    ? undefined
    : linesOfEntry(unit, entry);
  if (lines === undefined) return undefined;
  const edits = [{ range: lines, text: '' }];
  const isBlock = (value.kind === 'map' || value.kind === 'seq') && !value.flow;
  if (!isBlock || OPTIONAL_VALUES.has(section.name)) return edits;
  // A transition without a case would still handle its event.
  const isEvent = section.parent.parent?.kind === 'pair' && section.parent.parent.name === 'transitions';
  if (!isEvent) return [insertText(colon + 1, value.kind === 'map' ? ' {}' : ' []'), ...edits];
  const line = lineStart(text, start);
  const above = startWithComments(unit, line, start - line);
  return [{ range: { start: above, end: nextLine(text, colon) }, text: '' }, ...edits];
}

/** The lines of an entry, with the comments right above it and the more indented ones after it. */
function linesOfEntry(unit: Unit, entry: Pair | Node): Range | undefined {
  const { text } = unit;
  const start = lineStart(text, entry.start);
  const column = indentAt(text, start);
  const end = endWithComments(text, contentEnd(text, entry), column);
  const isAlone =
    /^\s*(?:-\s*)?$/.test(text.slice(start, entry.start)) &&
    /^\s*,?\s*(?:(?:#|\/\/).*)?$/.test(text.slice(entry.end, lineEnd(text, entry.end)));
  return isAlone ? wholeLines(text, startWithComments(unit, start, column), end) : undefined;
}

/** Whether a section has comments that do not belong to its only entry, on lines of their own. */
function hasOtherComments(unit: Unit, section: Node, entry: Pair | Node): boolean {
  const own = linesOfEntry(unit, entry);
  if (own === undefined || section.parent?.kind !== 'pair') return false;
  const { text } = unit;
  const { parent } = section;
  const isFlow = (section.kind === 'map' || section.kind === 'seq') && section.flow;
  const end = isFlow
    ? section.end
    : endWithComments(text, contentEnd(text, section), lineIndent(text, parent.start));
  const first = nextLine(text, isFlow ? section.start : parent.colon);
  const mark = /^[ \t]*(?:#|\/[/*])/m;
  return mark.test(text.slice(first, own.start)) || mark.test(text.slice(own.end, end));
}

/** The edits that remove an entry of a map or list with the comments right above it. */
export function removeWithComments(unit: Unit, entry: Pair | Node): Removal {
  const isFirst = (entries: readonly (Pair | Node)[]) => entries.length > 1 && entries[0] === entry;
  if (entry.kind === 'pair') {
    const removed = removePair(unit, entry);
    return whyKept(entry) ?? withComments(unit, entry, removed, isFirst(entry.parent.pairs));
  }
  const list = containerOf(entry);
  return list?.kind === 'seq'
    ? withComments(unit, entry, removeItem(unit, list, entry), isFirst(list.items))
    : undefined;
}

/** Why a pair cannot be removed: it overrides a merged one, which would take its place. */
function whyKept(entry: Pair | Node): EditRefusal | undefined {
  if (entry.kind !== 'pair') return undefined;
  const { parent, name } = entry;
  const merged = parent.pairs.filter(isMergePair).flatMap(({ value }) => mergedNodes(value));
  const isOverride = merged.map(resolveAlias).some((one) => one?.kind === 'map' && resolvedPairOf(one, name));
  return isOverride
    ? refuse(msg('Without this text, that of a merge key would appear. Change it in the editor.'))
    : undefined;
}

/** The entry that consists of nothing but an entry of its map or list, and comments; undefined if there is more in it. */
function sectionAround(unit: Unit, entry: Pair | Node, within: MapNode): Pair | Node | undefined {
  const container = entry.kind === 'pair' ? entry.parent : containerOf(entry);
  if (container?.parent === undefined || container === within) return undefined;
  const isAlone = (container.kind === 'map' ? container.pairs : container.items).length === 1;
  if (!isAlone || hasNamedAnchor(unit, container) || !isUntyped(container)) return undefined;
  return container.parent.kind === 'pair' ? container.parent : container;
}
