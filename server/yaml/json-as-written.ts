import type { Range } from '../text/range';
import type { LikelyChange } from './likely-changes';
import type { ParseResult } from './problem';
import { type MapNode, type Mutable, type Node, newPair, type SeqNode } from './tree';

/** The result for a changed text, with the offsets of the original text. */
export function asWritten(text: string, parsed: ParseResult, change: LikelyChange): ParseResult {
  const [{ range: changed, text: inserted }] = change.edits;
  const by = inserted.length - (changed.end - changed.start);
  const place = (at: number) => {
    const moved = at >= changed.start + inserted.length ? at - by : Math.min(at, changed.end);
    return Math.min(at <= changed.start ? at : moved, text.length);
  };
  const range = ({ start, end }: Range) => ({ start: place(start), end: place(end) });
  // Results are shared by equal texts, so the tree is copied.
  const copies = new Map<Node, Node>();
  const root = parsed.root && copyNode(parsed.root, undefined, place, copies);
  const openAliases = parsed.openAliases.flatMap((alias) => {
    const copy = copies.get(alias);
    return copy?.kind === 'alias' ? [copy] : [];
  });
  const left = parsed.problems.map((problem) => {
    const { remedy } = problem;
    const edits = remedy?.edits.map((edit) => ({ ...edit, range: range(edit.range) }));
    return { ...problem, ...range(problem), ...(remedy && edits && { remedy: { ...remedy, edits } }) };
  });
  return { root, openAliases, problems: left };
}

function copyNode(
  node: Node,
  parent: Node['parent'],
  place: (at: number) => number,
  copies: Map<Node, Node>,
): Node {
  const tag = node.tag && { ...node.tag, start: place(node.tag.start), end: place(node.tag.end) };
  const own = { start: place(node.start), end: place(node.end), parent, tag };
  if (node.kind === 'scalar' || node.kind === 'alias') {
    const target =
      node.kind === 'alias' ? node.target && (copies.get(node.target) ?? node.target) : undefined;
    const copy: Node = node.kind === 'alias' ? { ...node, ...own, target } : { ...node, ...own };
    copies.set(node, copy);
    return copy;
  }
  if (node.kind === 'seq') {
    const seq: Mutable<SeqNode> = { ...node, ...own };
    copies.set(node, seq);
    seq.items = node.items.map((item) => copyNode(item, seq, place, copies));
    return seq;
  }
  const map: Mutable<MapNode> = { ...node, ...own };
  copies.set(node, map);
  map.pairs = node.pairs.map((pair) => {
    const one = newPair(place(pair.start), map);
    one.end = place(pair.end);
    one.colon = pair.colon < 0 ? pair.colon : place(pair.colon);
    one.name = pair.name;
    // A missing key in JSON has no parent.
    one.key = copyNode(pair.key, pair.key.parent && one, place, copies);
    one.value = copyNode(pair.value, one, place, copies);
    return one;
  });
  return map;
}
