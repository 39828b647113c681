import { maxOf } from '../text/append';
import { nextContent, previousContent } from '../text/lines';
import { type Message, msg } from '../text/message';
import { recover, type SurroundingBrackets } from './json';
import { bracketsOf } from './json-brackets';
import { JSON_ERROR_MESSAGES, leniencies, trailingComma } from './json-problems';
import { JSON_ERROR } from './json-repairs';
import { missingComma } from './mistake';
import { type Effort, newEffort, type ParseLimits, type ParseResult, type Problem } from './problem';
import type { Repair } from './repair';
import type { Slice } from './slices';
import type { MapNode, Mutable, Node } from './tree';

type Kind = Slice['kind'];
type Part = Pick<Slice, 'text' | 'kind' | 'next'>;

/** The text that is put before a slice to parse it, and the number of brackets that are open after it. */
const FRAMES: Readonly<Record<Kind, { readonly before: string; readonly open: number }>> = {
  head: { before: '', open: 1 },
  section: { before: '{\n', open: 1 },
  state: { before: '{\n', open: 1 },
  states: { before: '{\n', open: 2 },
  'states-end': { before: '{"":{\n', open: 1 },
  tail: { before: '{\n', open: 0 },
};

/** Space for the brackets that a repair inserts at the end of a line. */
const PADDING = '\n\n\n';

/**
 * Parses a slice of a JSON document between the brackets that surround it in the document. They are not part of the
 * result: the root is a map of the slice's entries without brackets. Never throws.
 */
export function parseJsonSlice(slice: Part, limits: ParseLimits, effort: Effort = newEffort()): ParseResult {
  const { before } = FRAMES[slice.kind];
  const { text } = slice;
  const {
    root,
    problems,
    text: repaired,
  } = recover(before + text + PADDING, limits, effort, frameOf(slice.kind));
  const own = problems.flatMap((problem) => inSlice(problem, before.length, text));
  const broken = isBroken(own) || problems.length > own.length;
  const found = own.concat(endProblems(slice, repaired.slice(before.length), own));
  // If nothing in the slice can be marked, its end is marked.
  if (broken && !isBroken(found)) found.push(atEnd(text, msg('This is not valid JSON.'), false));
  if (root) shiftNode(root, before.length, previousContent(text, text.length));
  return { root: root && rootOf(slice, root), problems: found, openAliases: [] };
}

function frameOf(kind: Kind): SurroundingBrackets {
  const { before, open } = FRAMES[kind];
  return {
    from: before.length,
    isWhole: false,
    closing: (text) => (bracketsOf(text).unclosed.length === open ? '}'.repeat(open) : ''),
    repairs: (text) => {
      // These two kinds begin with a closing bracket.
      const closers = kind === 'states-end' || kind === 'tail' ? 1 : 0;
      const extra = bracketsOf(text.slice(before.length)).unopened.slice(closers);
      return extra.map((at) => unopened(text, at + before.length));
    },
  };
}

function unopened(text: string, at: number): Repair {
  const sign = text.charAt(at);
  const message =
    sign === '}'
      ? msg('This `}` has no matching `{`. Remove it, or add the `{`.')
      : msg('This `]` has no matching `[`. Remove it, or add the `[`.');
  return {
    patch: { start: at, text: ' ' },
    problem: { kind: 'syntax', recovered: false, start: at, end: at + 1, message },
  };
}

function isBroken(problems: readonly Problem[]): boolean {
  return problems.some(({ kind, recovered }) => kind === 'syntax' && recovered !== true);
}

/** The problem in offsets of the slice; none for one of the surrounding brackets. */
function inSlice(problem: Problem, by: number, text: string): Problem[] {
  const { remedy } = problem;
  const place = (at: number) => Math.min(at - by, text.length);
  if (problem.start < by && problem.kind === 'syntax') return [];
  const range = { start: Math.max(0, place(problem.start)), end: Math.max(0, place(problem.end)) };
  const edits = remedy?.edits.map((edit) => ({
    range: { start: place(edit.range.start), end: place(edit.range.end) },
    text: edit.text,
  }));
  return [{ ...problem, ...range, ...(remedy && edits && { remedy: { ...remedy, edits } }) }];
}

/** Problems with the comma at the end of the slice, and with the bracket that should follow. */
function endProblems({ text, kind, next }: Part, repaired: string, problems: readonly Problem[]): Problem[] {
  if (kind === 'head' || kind === 'states' || kind === 'tail' || isBroken(problems)) return [];
  if (next === 'nothing')
    return [atEnd(text, JSON_ERROR_MESSAGES[JSON_ERROR.brace] ?? msg('Expected a closing `}`.'), true)];
  const { last } = leniencies(repaired);
  if (next === 'end') return last.isComma ? [trailingComma(last.end - 1)] : [];
  // Missing content is reported as such.
  if (last.isComma || problems.some(({ kind, end }) => kind === 'syntax' && end >= last.end)) return [];
  return [missingComma(last.end)];
}

function atEnd(text: string, message: Message, recovered: boolean): Problem {
  const end = previousContent(text, text.length);
  return { kind: 'syntax', recovered, start: Math.max(0, end - 1), end, message };
}

/** Moves a new tree to its position in the slice, whose content ends at `last`. */
function shiftNode(node: Node, by: number, last: number): void {
  const moving: Mutable<Node> = node;
  moving.start = Math.min(Math.max(0, node.start - by), last);
  moving.end = Math.min(Math.max(0, node.end - by), last);
  if (node.kind === 'seq') for (const item of node.items) shiftNode(item, by, last);
  if (node.kind !== 'map') return;
  for (const pair of node.pairs) {
    const one: Mutable<typeof pair> = pair;
    one.start = Math.min(Math.max(0, pair.start - by), last);
    one.end = Math.min(Math.max(0, pair.end - by), last);
    if (pair.colon >= 0) one.colon = pair.colon - by;
    shiftNode(pair.key, by, last);
    shiftNode(pair.value, by, last);
  }
}

/** The map of the slice's entries. */
function rootOf({ kind, text }: Part, root: Node): Node | undefined {
  if (kind === 'tail' || root.kind !== 'map') return undefined;
  const map: Mutable<MapNode> = root;
  if (kind === 'head') map.end = text.length;
  else if (kind === 'states-end') return afterStates(map, text);
  else {
    map.start = map.pairs[0]?.start ?? nextContent(text, 0);
    map.end = maxOf(
      map.pairs.map((pair) => pair.end),
      map.start,
    );
    const value = kind === 'states' ? map.pairs[0]?.value : undefined;
    // The children follow in other slices.
    if (value?.kind === 'map') {
      const states: Mutable<MapNode> = value;
      states.end = text.length;
      map.end = text.length;
    }
  }
  return map;
}

/** The text after the bracket that closes `states`: root entries that still lack their colons. */
function afterStates(map: Mutable<MapNode>, text: string): MapNode {
  const closing = text.indexOf('}');
  const comma = nextContent(text, closing + 1);
  map.pairs = map.pairs.slice(1);
  // Without a comma, nothing can be added.
  map.start = text[comma] === ',' ? comma : map.pairs.length > 0 ? closing + 1 : text.length;
  const last = map.pairs.at(-1);
  map.end = last ? Math.max(map.start, last.end) : map.start;
  return map;
}
