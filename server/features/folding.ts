import { engine } from '../engine/engine';
import { runTask, type Task } from '../engine/task';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { append } from '../text/append';
import { lineStart, startOfNextLine } from '../text/lines';
import { type Range, shiftRange } from '../text/range';
import type { Document } from '../yaml/cut/document';
import { openedMap, type Unit } from '../yaml/cut/unit';
import { commentLines } from '../yaml/read/comments';
import { lastOfStates, lastUnitOfState } from '../yaml/tree/nesting';
import { containerOf, isSlice, type MapNode, type Node, type SeqNode } from '../yaml/tree/tree';
import { descendantsOf } from '../yaml/tree/visit';
import { itemStart, trimRangeEnd } from './nodes';

/** Lines that can be folded. Offsets are those of the document. */
export interface FoldingRange extends Range {
  readonly kind: 'comment' | 'region' | undefined;
  /** The range is between two brackets; otherwise it begins and ends with lines. */
  readonly brackets: boolean;
  /** The closing bracket begins its line, possibly after others, and should stay visible. */
  readonly isCloserAtLineStart: boolean;
}

/**
 * The foldable ranges of a file: keys and list items with several lines, brackets, runs of comments, and `#region` to
 * `#endregion`. In the order of the text; of several that begin on one line, only the largest. Undefined for files of
 * other formats.
 */
export function foldingRanges(workspace: Workspace, address: Address): readonly FoldingRange[] | undefined {
  return runTask(foldingTask(workspace, address));
}

/** `foldingRanges` as a task with one unit per step. */
export function* foldingTask(
  workspace: Workspace,
  address: Address,
): Task<readonly FoldingRange[] | undefined> {
  const source = workspace.source(address);
  if (source === undefined || source.documentKind === 'successor' || source.document.skipped)
    return undefined;
  const { document } = source;
  const all: FoldingRange[] = [];
  for (const [index, unit] of document.units.entries()) {
    const start = document.startAt(index);
    for (const fold of foldsOf(unit)) all.push({ ...fold, ...shiftRange(fold, start) });
    yield;
  }
  const spread = document.notation === 'json' ? jsonFolds(document) : statesFolds(document);
  return onePerLine(document, [...all, ...spread, ...regions(document)]);
}

/** Selects the most useful folds for a client with a limit: outer ones before inner ones. Keeps their order. */
export function limitFolds(all: readonly FoldingRange[], limit: number): readonly FoldingRange[] {
  if (all.length <= limit) return all;
  const open: FoldingRange[] = [];
  const placed = all.map((fold, index) => {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= fold.start) open.pop();
    return { fold, index, depth: open.push(fold) };
  });
  const kept = placed.sort((a, b) => a.depth - b.depth || a.index - b.index).slice(0, limit);
  return kept.sort((a, b) => a.index - b.index).map(({ fold }) => fold);
}

/** The folds of a unit, relative to it. */
const foldsOf = engine.query('folds', (unit: Unit): readonly FoldingRange[] => {
  const found: FoldingRange[] = [...commentFolds(unit)];
  for (const node of descendantsOf(unit.parsed.root)) {
    if (node.kind === 'map' && isOpening(unit, node)) continue;
    if (node.kind === 'map' || node.kind === 'seq') append(found, collectionFolds(node, unit));
  }
  return found;
});

/** Whether a JSON map begins in a unit and ends in another. */
function isOpening({ kind, notation }: Unit, map: MapNode): boolean {
  if (notation !== 'json' || !(kind === 'head' || kind === 'states')) return false;
  return map.parent === undefined || (kind === 'states' && containerOf(map)?.parent === undefined);
}

function collectionFolds(node: MapNode | SeqNode, { text, lines }: Unit): FoldingRange[] {
  const nextLine = startOfNextLine(lines, node.start);
  if (nextLine === undefined || nextLine > node.end) return [];
  const found: FoldingRange[] = [];
  if (node.flow && !(node.kind === 'map' && isSlice(node))) {
    const closed = /[\]}]/.test(text.charAt(node.end - 1)) && node.end - 1 > node.start;
    const end = closed ? node.end - 1 : node.end;
    const isCloserAtLineStart = closed && /^[\s\]}]*$/.test(text.slice(lineStart(text, end), end));
    found.push({
      start: node.start + 1,
      end,
      kind: undefined,
      brackets: true,
      isCloserAtLineStart: isCloserAtLineStart,
    });
  }
  if (node.kind === 'map') {
    for (const { start, value } of node.pairs) append(found, linesFrom(start, value, text));
  } else if (!node.flow) {
    for (const item of node.items) append(found, linesFrom(itemStart(item, text), item, text));
  }
  return found;
}

/** From a key or a dash to the end of its value; brackets fold by themselves. */
function linesFrom(start: number, value: Node, text: string): FoldingRange[] {
  if (value.kind === 'alias' || (value.kind !== 'scalar' && value.flow)) return [];
  const { end } = trimRangeEnd({ start, end: value.end }, text);
  return [{ start, end, kind: undefined, brackets: false, isCloserAtLineStart: false }];
}

const REGION = /^#?(end)?region\b/;

/** Runs of comments on consecutive lines. */
function commentFolds(unit: Unit): FoldingRange[] {
  const { text } = unit;
  const runs: Range[] = [];
  for (const comment of commentLines(unit)) {
    if (REGION.test(text.slice(comment.words, comment.wordsEnd))) continue;
    const last = runs.at(-1);
    const follows = last && /^[ \t]*(?:\r\n|\r|\n)[ \t]*$/.test(text.slice(last.end, comment.start));
    if (last && follows) runs[runs.length - 1] = { start: last.start, end: comment.end };
    else runs.push({ start: comment.start, end: comment.end });
  }
  return runs.map((run) => ({ ...run, kind: 'comment', brackets: false, isCloserAtLineStart: false }));
}

/** States are units of their own, so the fold of `states:` is combined here. */
function statesFolds(document: Document): FoldingRange[] {
  const { units } = document;
  return units.flatMap((unit, index) => {
    const states = openedMap(unit)?.pairs.at(-1)?.start ?? unit.text.search(/\S/);
    const below = { start: states, last: lastOfStates(units, index) };
    const all = { start: unit.text.search(/\S/), last: lastUnitOfState(units, index) };
    return [all, below].flatMap(({ start, last }): FoldingRange[] => {
      const { parsed, text } = units[last] ?? unit;
      if (last === index || parsed.root === undefined) return [];
      const end = document.startAt(last) + trimRangeEnd(parsed.root, text).end;
      const from = document.startAt(index) + Math.max(0, start);
      return [{ start: from, end, kind: undefined, brackets: false, isCloserAtLineStart: false }];
    });
  });
}

/** In JSON, the root and its `states` begin and end in different units. */
function jsonFolds(document: Document): FoldingRange[] {
  const found: FoldingRange[] = [];
  const opened = new Map<Unit['kind'], number>();
  for (const [index, { kind, parsed, text }] of document.units.entries()) {
    const base = document.startAt(index);
    const map = kind === 'states' ? statesMapOf(parsed.root) : parsed.root;
    if ((kind === 'head' || kind === 'states') && map) opened.set(kind, base + map.start + 1);
    if (kind !== 'states-end' && kind !== 'tail') continue;
    const start = opened.get(kind === 'tail' ? 'head' : 'states');
    const end = text.indexOf('}');
    if (start === undefined || end < 0) continue;
    const isCloserAtLineStart = text.slice(0, end).trim() === '';
    found.push({ start, end: base + end, kind: undefined, brackets: true, isCloserAtLineStart });
  }
  return found;
}

function statesMapOf(root: Node | undefined): Node | undefined {
  return root?.kind === 'map' ? root.pairs[0]?.value : undefined;
}

/** Region markers can be anywhere in a file and form pairs; unpaired ones are ignored. */
function regions(document: Document): FoldingRange[] {
  const open: number[] = [];
  return document.units.flatMap((unit, index) =>
    marksOf(unit).flatMap((mark): FoldingRange[] => {
      const at = shiftRange(mark, document.startAt(index));
      if (!mark.closes) open.push(at.start);
      const start = mark.closes ? open.pop() : undefined;
      if (start === undefined) return [];
      return [{ start, end: at.end, kind: 'region', brackets: false, isCloserAtLineStart: false }];
    }),
  );
}

interface Mark extends Range {
  readonly closes: boolean;
}

const marksOf = engine.query('region marks', (unit: Unit): readonly Mark[] =>
  commentLines(unit).flatMap(({ start, end, words, wordsEnd }) => {
    const mark = REGION.exec(unit.text.slice(words, wordsEnd));
    return mark ? [{ start, end, closes: mark[1] !== undefined }] : [];
  }),
);

function onePerLine(document: Document, all: readonly FoldingRange[]): FoldingRange[] {
  const byLine = new Map<number, FoldingRange>();
  for (const fold of all) {
    const { line } = document.positionAt(fold.start);
    const known = byLine.get(line);
    if (document.positionAt(fold.end).line > line && (known === undefined || known.end < fold.end))
      byLine.set(line, fold);
  }
  return [...byLine.values()].sort((a, b) => a.start - b.start);
}
