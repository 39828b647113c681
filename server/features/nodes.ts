import { lineStart } from '../text/lines';
import type { Range } from '../text/range';
import { childrenOf } from '../yaml/cursor';
import type { Node, ScalarNode } from '../yaml/tree';

/**
 * The scalar under a cursor, key or value: the one that goes on behind it, else the one that ends there. (A block
 * scalar ends where the key on the next line begins.)
 */
export function scalarUnder(root: Node | undefined, offset: number): ScalarNode | undefined {
  return (
    find(root, (node) => node.start <= offset && offset < node.end) ??
    find(root, (node) => node.start <= offset && offset <= node.end)
  );
}

/** The pair around a name, be it its key or its value; for an item of a list, the item. Never narrower than the name. */
export function wholeOf(root: Node | undefined, name: Range): Range {
  const node = find(root, ({ start, end }) => start <= name.start && name.end <= end && name.start < end);
  const whole = node?.parent?.kind === 'pair' ? node.parent : node;
  return whole === undefined
    ? { start: name.start, end: name.end }
    : { start: Math.min(whole.start, name.start), end: Math.max(whole.end, name.end) };
}

/** The first scalar that holds, looking only below nodes that hold. */
function find(node: Node | undefined, holds: (node: Node) => boolean): ScalarNode | undefined {
  if (node === undefined || !holds(node)) return undefined;
  if (node.kind === 'scalar') return node.empty ? undefined : node;
  if (node.kind === 'alias') return undefined;
  for (const child of childrenOf(node)) {
    const found = find(child, holds);
    if (found) return found;
  }
  return undefined;
}

/** Where an item of a block list begins: at its dash. For any other node, where the node does. */
export function itemStart(node: Node, text: string): number {
  const list = node.parent;
  if (list?.kind !== 'seq' || list.flow) return node.start;
  for (let line = lineStart(text, node.start); ; line = lineStart(text, line - 1)) {
    if (line + list.indent < node.start && text[line + list.indent] === '-') return line + list.indent;
    if (line <= list.start) return node.start;
  }
}

/** The range without the blanks and line breaks at its end. */
export function withoutEnd({ start, end }: Range, text: string): Range {
  let last = end;
  while (last > start && ' \t\r\n'.includes(text[last - 1] ?? '')) last--;
  return { start, end: last };
}
