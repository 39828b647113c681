import { lineStart } from '../text/lines';
import type { Range } from '../text/range';
import type { Node, ScalarNode } from '../yaml/tree';

/**
 * The scalar under a cursor, key or value: the one that goes on after it, else the one that ends there. (A block
 * scalar ends where the key on the next line begins.)
 */
export function scalarUnder(root: Node | undefined, offset: number): ScalarNode | undefined {
  return find(root, { start: offset, end: offset + 1 }) ?? find(root, { start: offset, end: offset });
}

/** The pair around a name, be it its key or its value; for an item of a list, the item. Never narrower than the name. */
export function enclosingPairRange(root: Node | undefined, name: Range): Range {
  const node = find(root, { start: name.start, end: Math.max(name.end, name.start + 1) });
  const whole = node?.parent?.kind === 'pair' ? node.parent : node;
  return whole === undefined
    ? { start: name.start, end: name.end }
    : { start: Math.min(whole.start, name.start), end: Math.max(whole.end, name.end) };
}

/** The first scalar around a stretch, looking only below nodes around it. */
function find(node: Node | undefined, around: Range): ScalarNode | undefined {
  if (node === undefined || node.start > around.start || around.end > node.end) return undefined;
  switch (node.kind) {
    case 'scalar':
      return node.empty ? undefined : node;
    case 'alias':
      return undefined;
    case 'seq':
      return firstFound(node.items, around);
    case 'map':
      for (const { key, value } of node.pairs) {
        const found = find(key, around) ?? find(value, around);
        if (found) return found;
      }
      return undefined;
  }
}

function firstFound(nodes: readonly Node[], around: Range): ScalarNode | undefined {
  for (const node of nodes) {
    const found = find(node, around);
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
export function trimRangeEnd({ start, end }: Range, text: string): Range {
  let last = end;
  while (last > start && ' \t\r\n'.includes(text[last - 1] ?? '')) last--;
  return { start, end: last };
}
