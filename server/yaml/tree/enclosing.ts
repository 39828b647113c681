import { lineEnd, lineStart } from '../../text/lines';
import type { Range } from '../../text/range';
import { cursorContextAt, nodeIn } from '../cursor/cursor';
import type { Document } from '../cut/document';
import { type Notation, openedMap, type Unit } from '../cut/unit';
import type { Node, Pair } from './tree';

/** Ranges of maps, lists, pairs, keys and values, by the unit that contains them; offsets count from the start of the unit. */
export type EnclosingRanges = ReadonlyMap<Unit, readonly Range[]>;

/**
 * Everything that holds an offset of a document. On a blank line, that is what text in its column would belong to. Costs
 * as much as parsing the unit at the offset.
 */
export function enclosingRanges(document: Document, offset: number): EnclosingRanges {
  const index = document.unitIndexAt(offset);
  const inner = document.units[index];
  const all = new Map<Unit, readonly Range[]>();
  if (inner === undefined) return all;
  for (const unit of document.units) {
    const ranges = unit === inner ? [] : [...around(unit, inner.path)];
    // Hardly any other unit holds it.
    if (ranges.length > 0) all.set(unit, ranges);
  }
  return all.set(inner, [...within(inner, offset - document.startAt(index))]);
}

/** What holds a path of states in a unit that is not the one at the offset. */
function around(unit: Unit, inner: readonly string[]): Iterable<Range> {
  const { kind, path, opened } = unit;
  if (opened !== undefined && isPrefix(opened.path, inner)) return withParents(openedMap(unit));
  // The keys of an automata are in several units.
  return kind !== 'state' && isPrefix(path, inner) ? withParents(unit.parsed.root) : [];
}

function isPrefix(path: readonly string[], of: readonly string[]): boolean {
  return path.length <= of.length && path.every((name, at) => name === of[at]);
}

function* within({ text, notation, parsed: { root } }: Unit, offset: number): Iterable<Range> {
  const context =
    cursorContextAt(text, root, offset, notation) ?? contextOfComment(text, root, offset, notation);
  if (context === undefined) return;
  yield* withParents(nodeIn(context.slot, root) ?? context.slot.owner);
  yield* withParents(context.map);
  yield* withParents(context.pair);
}

/** What could be written in place of the comment at an offset. */
function contextOfComment(text: string, root: Node | undefined, offset: number, notation: Notation) {
  const line = text.slice(lineStart(text, offset), offset);
  const hash = line.search(/(?<=^|\s)#/);
  if (hash < 0) return undefined;
  const at = offset - line.length + hash;
  const end = lineEnd(text, offset);
  const blank = text.slice(0, at) + ' '.repeat(end - at) + text.slice(end);
  return cursorContextAt(blank, root, at, notation);
}

function* withParents(node: Node | Pair | undefined): Iterable<Range> {
  for (let one: Node | Pair | undefined = node; one !== undefined; one = one.parent) {
    yield one;
    if (one.kind === 'pair') yield one.key;
  }
}
