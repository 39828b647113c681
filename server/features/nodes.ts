import { lineStart } from '../text/lines';
import type { Range } from '../text/range';
import { childNodesOf } from '../yaml/cursor/cursor';
import type { Node, ScalarNode } from '../yaml/tree/tree';

/**
 * The key or value scalar at a cursor: the one that continues after the cursor, otherwise the one that ends there. (A
 * block scalar ends where the key on the next line begins.)
 */
export function scalarUnder(root: Node | undefined, offset: number): ScalarNode | undefined {
  return find(root, { start: offset, end: offset + 1 }) ?? find(root, { start: offset, end: offset });
}

/** The pair of a name, which is its key or its value; for an item of a list, the item. Always contains the name. */
export function enclosingPairRange(root: Node | undefined, name: Range): Range {
  const node = find(root, { start: name.start, end: Math.max(name.end, name.start + 1) });
  const whole = node?.parent?.kind === 'pair' ? node.parent : node;
  return whole === undefined
    ? { start: name.start, end: name.end }
    : { start: Math.min(whole.start, name.start), end: Math.max(whole.end, name.end) };
}

/** The first scalar around a range, searched only below nodes around the range. */
function find(node: Node | undefined, around: Range): ScalarNode | undefined {
  if (node === undefined || node.start > around.start || around.end > node.end) return undefined;
  if (node.kind === 'scalar') return node.empty ? undefined : node;
  if (node.kind === 'alias') return undefined;
  for (const child of childNodesOf(node)) {
    const found = find(child, around);
    if (found) return found;
  }
  return undefined;
}

/** The start of an item of a block list, which is its dash; for other nodes, the start of the node. */
export function itemStart(node: Node, text: string): number {
  const list = node.parent;
  if (list?.kind !== 'seq' || list.flow) return node.start;
  for (let line = lineStart(text, node.start); ; line = lineStart(text, line - 1)) {
    if (line + list.indent < node.start && text[line + list.indent] === '-') return line + list.indent;
    if (line <= list.start) return node.start;
  }
}

/** The range without trailing white space. */
export function trimRangeEnd({ start, end }: Range, text: string): Range {
  let last = end;
  while (last > start && ' \t\r\n'.includes(text.charAt(last - 1))) last--;
  return { start, end: last };
}
