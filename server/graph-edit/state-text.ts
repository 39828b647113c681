import type { Source } from '../project/files/source';
import type { Project } from '../project/project';
import { contentEnd, endWithComments, hasAnchor, startWithComments } from '../rules/edits';
import { breakBefore, isLineBreak, lineEnd, lineStart, nextLine, startOfIndentation } from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { lastUnitOfState } from '../yaml/tree/nesting';
import type { Pair } from '../yaml/tree/tree';
import { OTHER_FORM, REPEATED } from './draft';
import { type EditRefusal, isRefusal, refuse } from './outcome';
import { definitionOf, type WrittenScope } from './places';

/** The whole text of a state. Offsets are those of its document. */
export interface StateText extends Range {
  readonly entry: WrittenScope;
  readonly source: Source;
  /** Its key with the value, in the first of its units. */
  readonly pair: Pair;
  /** Where its key begins, and the column of that. */
  readonly key: number;
  readonly column: number;
  /** The start with the comments that belong to it; of an entry in brackets, that of its key. */
  readonly start: number;
  /** The end of its last line without the line break, or of the entry in brackets. */
  readonly end: number;
  /** Whether it has lines of its own, as opposed to an entry in brackets. */
  readonly hasLines: boolean;
}

/** The text of a state that can be copied or moved as a whole; a refusal if an alias or other text depends on its place. */
export function stateTextOf(project: Project, id: string): StateText | EditRefusal {
  if (id === '') return refuse(msg('This is the whole automata. Choose one of its states.'));
  const entry = definitionOf(project, id);
  if (isRefusal(entry)) return entry;
  const source = project.source(entry.source);
  const pair = entry.map.parent;
  if (source === undefined || pair?.kind !== 'pair') return OTHER_FORM;
  const { document } = source;
  const { unit } = entry;
  const { text } = document;
  const start = document.startOf(unit);
  const index = document.indexOf(unit);
  const last = unit.opened === undefined ? index : lastUnitOfState(document.units, index);
  const units = document.units.slice(index, last + 1);
  if (
    hasAnchor(pair.value) ||
    hasAnchor(pair.key) ||
    units.slice(1).some((one) => hasAnchors(one.parsed.root))
  )
    return REPEATED;
  const key = start + pair.key.start;
  const place = { entry, source, pair, key };
  if (pair.parent.flow)
    return { ...place, column: 0, start: key, end: start + contentEnd(unit.text, pair), hasLines: false };
  const line = startOfIndentation(text, key);
  const ending = units.at(-1);
  if (line === undefined || ending === undefined) return OTHER_FORM;
  const content =
    last === index
      ? start + contentEnd(unit.text, pair)
      : document.startAt(last) +
        contentEnd(ending.text, ending.parsed.root ?? { start: 0, end: ending.text.length });
  const column = key - line;
  const end = endWithComments(text, content, column);
  // A block scalar that keeps its blank lines would gain or lose some.
  if (/[|>](?:\d?\+|\+\d)/.test(text.slice(key, end))) return OTHER_FORM;
  return {
    ...place,
    column,
    start: startWithComments({ text, notation: 'yaml' }, line, column),
    end,
    hasLines: true,
  };
}

/** Whether an entry in brackets has comments above it or on its last line, which a move would leave at its place. */
export function hasLooseComments({ source, key, end, hasLines }: StateText): boolean {
  const { text } = source.document;
  const line = startOfIndentation(text, key);
  const isComment = /^\s*,?\s*(?:#|\/[/*])/;
  return (
    !hasLines &&
    (isComment.test(text.slice(end, lineEnd(text, end))) ||
      (line !== undefined && isComment.test(text.slice(lineStart(text, breakBefore(text, line)), line))))
  );
}

function hasAnchors(root: Parameters<typeof hasAnchor>[0] | undefined): boolean {
  return root !== undefined && hasAnchor(root);
}

/** The lines of a state, its comments and one of the gaps around it: so that the others stay as far apart as they are. */
export function linesOf({ source, start, end }: StateText, isFirst: boolean): Range {
  const { text } = source.document;
  const next = nextLine(text, end);
  const after = endOfBlankLines(text, next);
  const before = startOfBlankLines(text, start);
  const isLast = after >= text.length;
  if (!isLast && after > next && (before < start || isFirst)) return { start, end: after };
  const from = isFirst ? start : before;
  // A text without a line break at its end stays so.
  const isComplete = !isLast || isLineBreak(text, text.length - 1);
  return isComplete ? { start: from, end: next } : { start: breakBefore(text, from), end: text.length };
}

function endOfBlankLines(text: string, from: number): number {
  let at = from;
  while (at < text.length && /^[ \t]*$/.test(text.slice(at, nextLine(text, at)).replace(/\r?\n$/, '')))
    at = nextLine(text, at);
  return at;
}

function startOfBlankLines(text: string, from: number): number {
  let at = from;
  for (;;) {
    const above = lineStart(text, breakBefore(text, at));
    if (above === at || text.slice(above, at).trim() !== '') return at;
    at = above;
  }
}

/** The lines of a state from its key on, in another column. */
export function shiftedLines(text: string, from: number, to: number): string {
  return text
    .split('\n')
    .map((line, index) => {
      const blanks = line.length - line.trimStart().length;
      if (index === 0 || line.trim() === '') return line;
      return ' '.repeat(Math.max(0, blanks + to - from)) + line.slice(blanks);
    })
    .join('\n');
}
