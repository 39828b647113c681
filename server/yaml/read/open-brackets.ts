import { lineEnd, lineStart, matchedText, nextContent, previousContent } from '../../text/lines';
import { msg } from '../../text/message';
import { childNodesOf } from '../cursor/context';
import { type Mistake, markCertain, offered, replacementFix } from '../mistakes/mistake';
import { containerOf, isBracketed, isLonePair, type MapNode, type Node, type SeqNode } from '../tree/tree';
import { isQuoteClosed } from './quotes';

/**
 * Brackets that are opened on a line and not closed before a less indented line. The library ends them there as well,
 * but computes wrong indentation for the following lines.
 */

const CLOSERS = { map: '}', seq: ']' } as const;

/**
 * Closes a flow collection, and unclosed ones at its end, at the end of its line. `tried` are collections that cannot
 * be closed; those that could not be closed with this one are added.
 */
export function openBrackets(text: string, node: MapNode | SeqNode, tried: Set<Node>): Mistake[] {
  const opened = tried.has(node) ? [] : openedAtEnd(text, node);
  if (opened.length === 0) return [];
  const end = lineEnd(text, node.start);
  for (const one of opened) if (one.start < end) tried.add(one);
  if (!/\S/.test(text.slice(end))) return [];
  const innermost = opened.at(-1) ?? node;
  const last = childNodesOf(innermost).findLast((child) => child.start < child.end);
  // Its quote is closed first.
  if (last !== undefined && isOpen(text, last)) return [];
  const from = last?.end ?? innermost.start + 1;
  if (from > end) return [];
  const tail = text.slice(from, end);
  if (!/^\s*(?:[:,]\s*)?(?:#.*)?$/.test(tail)) return [];
  const closers = opened.map(({ kind }) => CLOSERS[kind]).toReversed();
  // The cursor may be after the spaces.
  const insert = tail.includes('#') ? from + matchedText(tail, /^\s*[:,]/).length : end;
  const fix = replacementFix(
    { start: insert, end: insert },
    closers.join(''),
    msg`Close it with ${closers.join('')}`,
  );
  return opened.map(({ start, kind }, index) => {
    // The bracket has swallowed a key.
    const isKeyTaken =
      /^[ \t]*$/.test(text.slice(lineStart(text, start), start)) && TAKEN_KEY.test(text.slice(start, end));
    const message = msg`This \`${text[start]}\` is not closed. Close it with \`${CLOSERS[kind]}\`.`;
    const problem = { kind: 'syntax', recovered: !isKeyTaken, start, end: start + 1, message } as const;
    const mistake = offered(problem, fix);
    return index === 0 ? mistake : { ...mistake, edits: [] };
  });
}

const TAKEN_KEY = /^.[A-Za-z_][\w.-]*:(?:\s|$)/;

/** A flow collection without its closing bracket, and the unclosed ones at its end, outermost first. */
function openedAtEnd(text: string, node: MapNode | SeqNode): (MapNode | SeqNode)[] {
  const opened: (MapNode | SeqNode)[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = childNodesOf(at).at(-1)) {
    if ((at.kind !== 'map' && at.kind !== 'seq') || !at.flow) break;
    if (!isBracketed(at)) continue;
    if (!isOpen(text, at)) break;
    opened.push(at);
  }
  return opened;
}

/** Whether a quoted scalar, or a map or list in brackets, ends before its closing quote or bracket. */
export function isOpen(text: string, node: Node): boolean {
  if (node.kind === 'alias') return false;
  if (node.kind === 'scalar')
    return (node.style === 'single' || node.style === 'double') && !isQuoteClosed(text, node.start, node.end);
  return isBracketed(node) && !text.endsWith(CLOSERS[node.kind], node.end);
}

/**
 * `[{a: 1, {b: 2}]`, where the map is a key of the map before it, which no author means: the brace before it is
 * missing.
 */
export function openBeforeMap(text: string, node: MapNode | SeqNode): Mistake | undefined {
  if (node.kind !== 'map' || containerOf(node)?.kind !== 'seq') return undefined;
  const inner = node.pairs.find(({ key, colon }) => key.kind === 'map' && isBracketed(key) && colon < 0);
  if (inner === undefined || inner === node.pairs[0]) return undefined;
  const comma = previousContent(text, inner.key.start) - 1;
  if (text[comma] !== ',') return undefined;
  const { start } = node;
  const message = msg`This \`${'{'}\` is not closed. Close it with \`${'}'}\`.`;
  const fix = replacementFix({ start: comma, end: comma }, '}', msg`Close it with ${'}'}`);
  return offered({ kind: 'syntax', recovered: true, start, end: start + 1, message }, markCertain(fix));
}

/** `[{a: 1}, b: 2}]`, where the brace ends the list: it lacks its opening one. */
export function entriesBeforeBrace(text: string, node: MapNode | SeqNode): Mistake | undefined {
  if (node.kind !== 'seq' || /[\]}]/.test(text.charAt(node.end - 1))) return undefined;
  const end = nextContent(text, node.end);
  if (text[end] !== '}') return undefined;
  const { items } = node;
  const first = items[items.findLastIndex((item) => !isLonePair(item)) + 1];
  const key = first?.kind === 'map' ? first.pairs[0]?.key : undefined;
  if (first === undefined || key?.kind !== 'scalar') return undefined;
  const { start } = first;
  const message = msg('This `}` has no matching `{`. Add it before the first of these entries.');
  const fix = replacementFix({ start, end: start }, '{', msg('Add the `{`'));
  return offered({ kind: 'syntax', recovered: true, start: end, end: end + 1, message }, fix);
}
