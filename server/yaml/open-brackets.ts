import { lineEnd, lineStart, matchedText, nextContent, previousContent } from '../text/lines';
import { msg } from '../text/message';
import { childNodesOf } from './cursor-context';
import { isQuoteClosed } from './quotes';
import { markCertain, type Repair, replacementFix } from './repair';
import {
  containerOf,
  isBracketed,
  isLonePair,
  type MapNode,
  type Node,
  type ScalarNode,
  type SeqNode,
} from './tree';

/**
 * Brackets that are opened on a line and not closed before a less indented line. The library ends them there as well,
 * but computes wrong indentation for the following lines.
 */

const CLOSERS = { map: '}', seq: ']' } as const;

/**
 * Closes a flow collection, and unclosed ones at its end, at the end of its line. The brackets replace spaces, a
 * comma, a comment, or the end of the last scalar, which is restored; if there is not enough space, the text is
 * unchanged.
 *
 * @param leaf the last scalar in the collection (`lastScalar`)
 * @param tried collections that cannot be closed; those that could not be closed with this one are added
 */
export function openBrackets(
  text: string,
  node: MapNode | SeqNode,
  leaf: ScalarNode | undefined,
  tried: Set<Node>,
): Repair[] {
  const opened = tried.has(node) ? [] : openedAtEnd(text, node, leaf);
  if (opened.length === 0) return [];
  const end = lineEnd(text, node.start);
  for (const one of opened) if (one.start < end) tried.add(one);
  if (!/\S/.test(text.slice(end))) return [];
  const last = lastIn(opened.at(-1) ?? node);
  const from = last?.end ?? (opened.at(-1)?.start ?? node.start) + 1;
  if (from > end) return [];
  const tail = text.slice(from, end);
  if (!/^\s*(?:[:,]\s*)?(?:#.*)?$/.test(tail)) return [];
  const closers = opened.map(({ kind }) => CLOSERS[kind]).reverse();
  const room = { from, end, last, closers: closers.join('') };
  const closing = closed(text, room) ?? shortened(text, opened, room);
  if (closing === undefined) return [];
  const insert = from + matchedText(tail, /^\s*[:,]/).length;
  const remedy = {
    title: msg`Close it with ${closers.join('')}`,
    edits: [{ range: { start: insert, end: insert }, text: closers.join('') }],
  };
  return opened.map(({ start, kind }, index) => ({
    ...(index === 0 && closing),
    problem: {
      kind: 'syntax',
      // The bracket has swallowed a key.
      recovered: !(
        /^[ \t]*$/.test(text.slice(lineStart(text, start), start)) && TAKEN_KEY.test(text.slice(start, end))
      ),
      start,
      end: start + 1,
      message: msg`This \`${text[start]}\` is not closed. Close it with \`${CLOSERS[kind]}\`.`,
      remedy,
    },
  }));
}

const TAKEN_KEY = /^.[A-Za-z_][\w.-]*:(?:\s|$)/;

/**
 * If there is no space for closing brackets, the brackets are closed in place of the incomplete last node in them; if
 * that is not enough, all of them are left out. A key with its colon is needed to know what is expected after it.
 */
function shortened(
  text: string,
  opened: readonly (MapNode | SeqNode)[],
  { from, end, closers }: Room,
): Pick<Repair, 'patch'> | undefined {
  const innermost = opened.at(-1);
  const last = innermost?.kind === 'map' ? innermost.pairs.at(-1) : undefined;
  if (last !== undefined && last.colon >= 0) return undefined;
  const kept = innermost?.kind === 'map' ? innermost.pairs.at(-2)?.value : innermost?.items.at(-2);
  const before = kept?.end ?? (innermost?.start ?? from) + 1;
  if (end - before >= closers.length) return { patch: { start: before, text: closers.padEnd(end - before) } };
  const start = opened[0]?.start ?? from;
  return { patch: { start, text: text.slice(start, end).replace(/\S/g, ' ') } };
}

/** A flow collection without its closing bracket, and the unclosed ones at its end, outermost first. */
function openedAtEnd(
  text: string,
  node: MapNode | SeqNode,
  leaf: ScalarNode | undefined,
): (MapNode | SeqNode)[] {
  const opened: (MapNode | SeqNode)[] = [];
  if (isClosedFor(text, leaf)) return opened;
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

/** The last non-empty child of a node. */
export function lastIn(node: MapNode | SeqNode): Node | undefined {
  return childNodesOf(node).findLast((child) => child.kind !== 'scalar' || !child.empty);
}

interface Room {
  /** Offset after the last written text. */
  readonly from: number;
  readonly end: number;
  readonly last: Node | undefined;
  readonly closers: string;
}

function closed(
  text: string,
  { from, end, last, closers }: Room,
): Pick<Repair, 'patch' | 'mask'> | undefined {
  const kept = matchedText(text.slice(from, end), /^\s*:?/).trimEnd();
  const leaf = lastScalar(last);
  // Brackets that are already closed after the last scalar, joined.
  const start = leaf?.end ?? from;
  const signs = text.slice(start, from).replace(/\s/g, '') + kept + closers;
  const lacking = signs.length - (end - start);
  if (lacking <= 0) return { patch: { start, text: signs.padEnd(end - start) } };
  if (kept !== '' || leaf === undefined || !isShortened(text, leaf)) return undefined;
  const { style, value, type } = leaf;
  const mask = { start: leaf.start, end: leaf.end, style, value, type, closed: leaf.closed };
  const length = leaf.end - leaf.start - lacking;
  if (length > 0) return { patch: { start: leaf.start, text: 'x'.repeat(length) + signs }, mask };
  // The parser can read an empty value in place of the space after the colon.
  const blank = leaf.start - 1;
  return length === 0 && text.slice(blank - 1, leaf.start) === ': '
    ? { patch: { start: blank, text: signs.padEnd(end - blank) }, mask: { ...mask, at: blank } }
    : undefined;
}

/**
 * Whether a closing bracket was inserted in place of the end of the last scalar (`lastScalar`), which now ends after
 * the bracket.
 */
export function isClosedFor(text: string, leaf: ScalarNode | undefined): boolean {
  return leaf !== undefined && leaf.end > leaf.start && /[\]}\s]/.test(text.charAt(leaf.end - 1));
}

/** The last scalar in a node, if only closing brackets follow it. */
export function lastScalar(node: Node | undefined): ScalarNode | undefined {
  let at = node;
  while (at?.kind === 'map' || at?.kind === 'seq') at = lastIn(at);
  return at?.kind === 'scalar' ? at : undefined;
}

/** Whether a scalar can be parsed without its last characters: it is on its line, and has no quotes to close. */
function isShortened(text: string, { start, end, tag, anchor, style }: ScalarNode): boolean {
  const quote = /["']/.test(text.charAt(start)) ? text[start] : undefined;
  const isWhole = quote === undefined || (end - start > 1 && text[end - 1] === quote);
  return isWhole && style !== 'literal' && style !== 'folded' && tag === undefined && anchor === undefined;
}

/**
 * `[{a: 1, {b: 2}]`, where the map is a key of the map before it, which no author means: the brace before it is
 * missing. It replaces the comma, and the comma the space after it.
 */
export function openBeforeMap(text: string, node: MapNode | SeqNode): Repair | undefined {
  if (node.kind !== 'map' || containerOf(node)?.kind !== 'seq') return undefined;
  const inner = node.pairs.find(({ key, colon }) => key.kind === 'map' && isBracketed(key) && colon < 0);
  if (inner === undefined || inner === node.pairs[0]) return undefined;
  const comma = previousContent(text, inner.key.start) - 1;
  if (text[comma] !== ',' || comma + 1 >= inner.key.start) return undefined;
  return {
    patch: { start: comma, text: '},' },
    problem: {
      kind: 'syntax',
      recovered: true,
      start: node.start,
      end: node.start + 1,
      message: msg`This \`${'{'}\` is not closed. Close it with \`${'}'}\`.`,
      remedy: markCertain({
        title: msg`Close it with ${'}'}`,
        edits: [{ range: { start: comma, end: comma }, text: '}' }],
      }),
    },
  };
}

/** `[{a: 1}, b: 2}]`, where the brace ends the list: it lacks its opening one. */
export function entriesBeforeBrace(text: string, node: MapNode | SeqNode): Repair | undefined {
  if (node.kind !== 'seq' || /[\]}]/.test(text.charAt(node.end - 1))) return undefined;
  const end = nextContent(text, node.end);
  if (text[end] !== '}') return undefined;
  const { items } = node;
  const first = items[items.findLastIndex((item) => !isLonePair(item)) + 1];
  const key = first?.kind === 'map' ? first.pairs[0]?.key : undefined;
  if (first === undefined || key?.kind !== 'scalar') return undefined;
  const { start } = first;
  const hasRoom = /[ \n]/.test(text.charAt(start - 1));
  // Without a space, the brace replaces the first letter of the key.
  if (!hasRoom && (key.style !== 'plain' || key.end - start < 2)) return undefined;
  return {
    patch: { start: hasRoom ? start - 1 : start, text: '{' },
    ...(!hasRoom && { mask: { at: start + 1, start, end: key.end, style: key.style, value: key.value } }),
    problem: {
      kind: 'syntax',
      recovered: true,
      start: end,
      end: end + 1,
      message: msg('This `}` has no matching `{`. Add it before the first of these entries.'),
      remedy: replacementFix({ start, end: start }, '{', msg('Add the `{`')),
    },
  };
}
