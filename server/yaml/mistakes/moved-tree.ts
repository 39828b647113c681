import type { EditedText } from '../../text/edited-text';
import { hasLineBreak, lineStarts, positionIn } from '../../text/lines';
import type { MapNode, Mutable, Node, Pair, ScalarNode, SeqNode } from '../tree/tree';
import { descendantsOf } from '../tree/visit';

/**
 * Moves the tree of an edited text to the places in the original text. Quotes and colons that the edits added are not
 * in that text.
 */
export function moveToOriginal(root: Node | undefined, edited: EditedText): void {
  if (root === undefined || !edited.isEdited) return;
  const lines = lineStarts(edited.original);
  for (const node of descendantsOf(root)) {
    const quotes = node.kind === 'scalar' ? quotesOf(node, edited) : undefined;
    const tag = node.tag && { ...node.tag, ...edited.rangeOf(node.tag) };
    Object.assign(node, edited.rangeOf(node), quotes, { tag });
    if (node.kind === 'map') for (const pair of node.pairs) movePair(pair, edited);
    if ((node.kind === 'map' || node.kind === 'seq') && !node.flow)
      (node as Mutable<MapNode | SeqNode>).indent = positionIn(lines, node.start).character;
  }
}

/** A scalar without its opening quote is plain text; the original text may have no end for it. */
function quotesOf(node: ScalarNode, edited: EditedText): Partial<ScalarNode> | undefined {
  if (node.style !== 'single' && node.style !== 'double') return undefined;
  if (!edited.isOriginal(node.start)) return { style: 'plain', closed: false };
  return { closed: node.closed && edited.isOriginal(node.end - 1) };
}

/** Before its key and its value are moved. A colon that was added before a value on its line is at the end of the key. */
function movePair(pair: Mutable<Pair>, edited: EditedText): void {
  const { key, value, colon } = pair;
  Object.assign(pair, edited.rangeOf(pair));
  if (colon < 0) return;
  const isBeforeValue = value.start < value.end && !hasLineBreak(edited.text, colon, value.start);
  if (edited.isOriginal(colon)) pair.colon = edited.startOf(colon);
  else pair.colon = isBeforeValue ? edited.rangeOf(key).end : -1;
}
