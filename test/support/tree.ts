import type { Parsed } from '../../server/yaml/problem';
import type { Node } from '../../server/yaml/tree';

/** The tree in short: maps as objects, lists as arrays, scalars as their text, what is not written as null. */
export function shape(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === 'map')
    return Object.fromEntries(node.pairs.map((pair) => [pair.name, shape(pair.value)]));
  if (node.kind === 'seq') return node.items.map(shape);
  if (node.kind === 'alias') return `*${node.name}`;
  return node.empty ? null : node.value;
}

/** Problems in short: kind, what is marked, and `!` where something of the tree may be lost. */
export function problems(text: string, parsed: Parsed): string[] {
  return parsed.problems.map(
    ({ kind, mended, start, end }) => `${kind}${mended ? '' : '!'} ${text.slice(start, end)}`,
  );
}
