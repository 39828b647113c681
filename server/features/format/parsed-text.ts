import { containerOf, type Node } from '../../yaml/tree/tree';

/** A text whose line breaks are `\n`, with its tree. */
export interface ParsedText {
  readonly text: string;
  readonly root: Node | undefined;
}

export function isFlow(node: Node): boolean {
  return (node.kind === 'map' || node.kind === 'seq') && node.flow;
}

/** The column of the block that contains a node; -1 at the root. */
export function blockColumn(node: Node): number {
  for (let at = containerOf(node); at !== undefined; at = containerOf(at)) if (!at.flow) return at.indent;
  return -1;
}
