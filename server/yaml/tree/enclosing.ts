import { lineEnd, lineStart, nextContent } from '../../text/lines';
import { type Range, touchesRange } from '../../text/range';
import { childNodesOf, cursorContextAt, nodeIn } from '../cursor/cursor';
import type { Document } from '../cut/document';
import { type Notation, openedMap, type Unit } from '../cut/unit';
import { type AliasNode, containerOf, type Node, type Pair, type ScalarNode } from './tree';

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

/** The text before a cursor after the dash of an item. */
const DASHES = /^ *(?:- *)+$/;

function* within({ text, notation, parsed: { root } }: Unit, offset: number): Iterable<Range> {
  if (root === undefined) return;
  // Brackets hold it also where nothing can be written, as after one that the editor has just closed.
  const innermost = innermostNode(root, offset);
  if (isInFlow(innermost)) yield* withParents(innermost);
  // A dash holds the item that begins on the next line.
  if (DASHES.test(text.slice(lineStart(text, offset), offset)))
    yield* withParents(innermostNode(root, nextContent(text, offset)));
  const context =
    cursorContextAt(text, root, offset, notation) ?? contextOfComment(text, root, offset, notation);
  if (context === undefined) return;
  yield* withParents(nodeIn(context.slot, root) ?? context.slot.owner);
  yield* withParents(context.map);
  yield* withParents(context.pair);
}

/** The innermost node that an offset touches, the last one if there are several. */
function innermostNode(root: Node, offset: number): Node {
  let innermost = root;
  for (let node: Node | undefined = root; node !== undefined; ) {
    innermost = node;
    if (isLeaf(node)) break;
    node = childNodesOf(node).findLast((child) => touchesRange(child, offset));
  }
  return innermost;
}

function isLeaf(node: Node): node is ScalarNode | AliasNode {
  return node.kind === 'scalar' || node.kind === 'alias';
}

/** Whether brackets hold a node. */
function isInFlow(node: Node): boolean {
  return (isLeaf(node) ? containerOf(node) : node)?.flow === true;
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
