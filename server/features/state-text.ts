import type { Source } from '../project/files/source';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import {
  commaAfter,
  commentAbove,
  contentEnd,
  endWithComments,
  entryEnd,
  isInKept,
  startWithComments,
} from '../rules/edits';
import { breakBefore, indentAt, lineEnd, lineIndent, startOfIndentation } from '../text/lines';
import { type Range, touchesRange } from '../text/range';
import { hasNamedAnchor, type Unit } from '../yaml/cut/unit';
import { lastUnitOfState } from '../yaml/tree/nesting';
import type { Node, Pair } from '../yaml/tree/tree';
import { descendantsOf } from '../yaml/tree/visit';

/** The whole text of a state, with the comments that belong to it. Offsets are those of its document. */
export interface StateText extends Range {
  readonly source: Source;
  /** Of a nested automata, there are several. */
  readonly units: readonly Unit[];
  /** Its key with the value, in the first unit. */
  readonly pair: Pair;
  /** Where its key begins, and the column of that. */
  readonly key: number;
  readonly column: number;
  /** The start with the comments that belong to it; of an entry in brackets, without the indentation. */
  readonly start: number;
  /** The end of its last line without the line break, or of the entry in brackets. */
  readonly end: number;
  /** Whether it has lines of its own, as opposed to an entry in brackets. */
  readonly hasLines: boolean;
  /** Whether the blank lines at its end belong to its last text. */
  readonly keepsBlankLines: boolean;
  /** Whether an alias names an anchor in it. */
  readonly isShared: boolean;
}

/**
 * The text of a state that can be moved as a whole. A comment right above a key belongs to it, a more indented one after
 * it to the previous state. Undefined if the state is written elsewhere.
 */
export function stateTextOf(project: Project, entry: ScopeEntry): StateText | undefined {
  const source = project.source(entry.source);
  const { map, name } = entry.scope;
  const pair = map?.parent;
  if (source === undefined || pair?.kind !== 'pair' || !touchesRange(pair.key, name?.start ?? -1))
    return undefined;
  const { document } = source;
  const { unit } = entry;
  const { text } = document;
  const start = document.startOf(unit);
  const index = document.indexOf(unit);
  const last = unit.opened === undefined ? index : lastUnitOfState(document.units, index);
  const units = document.units.slice(index, last + 1);
  const key = start + pair.key.start;
  const nodes = nodesOf({ pair, units });
  const isShared = units.some((part) => nodes.some((node) => hasNamedAnchor(part, node)));
  const place = { source, units, pair, key, isShared };
  const line = startOfIndentation(text, key);
  const column = key - (line ?? key);
  const above = line === undefined ? key : startWithComments({ text, notation: unit.notation }, line, column);
  if (pair.parent.flow)
    return {
      ...place,
      column: 0,
      start: above + column,
      end: start + contentEnd(unit.text, pair),
      hasLines: false,
      keepsBlankLines: false,
    };
  const ending = units.at(-1);
  if (line === undefined || ending === undefined) return undefined;
  const { root } = ending.parsed;
  const content =
    last === index
      ? entryEnd(unit.text, pair.value, pair)
      : root === undefined
        ? contentEnd(ending.text, { start: 0, end: ending.text.length })
        : entryEnd(ending.text, root);
  const from = document.startAt(last);
  const end = endWithComments(text, from + content, column);
  const keepsBlankLines = isInKept(ending, end - from);
  return { ...place, column, start: above, end, hasLines: true, keepsBlankLines };
}

/** Whether the text of a state can be read in an included file: those have no tags, and no anchors of other files. */
export function fitsIncludedFile(state: StateText): boolean {
  return nodesOf(state).every((part) =>
    [...descendantsOf(part)].every((node) => node.kind !== 'alias' && node.tag === undefined),
  );
}

/** Whether an entry in brackets has other comments above it or on its last line, which a move would leave at its place. */
export function hasLooseComments({ source, units, key, start, end, hasLines }: StateText): boolean {
  const { text } = source.document;
  const line = startOfIndentation(text, start);
  const rest = text.slice(end, lineEnd(text, end));
  // A comment after an entry on a line of its own is about that, and one above it about all on the line.
  const isOwn = line !== undefined && /^\s*(?:,?\s*(?:(?:#|\/\/).*)?|[}\]].*)$/.test(rest);
  const isAfter = !isOwn && (start < key || /^\s*,?\s*(?:#|\/[/*])/.test(rest));
  const above = line && commentAbove(text, breakBefore(text, line), units[0]?.notation ?? 'yaml');
  // Those around a comma on another line go with the entry, but are not part of its copy.
  const below = text.slice(lineEnd(text, end), lineEnd(text, Math.max(end, commaAfter(text, end))));
  return !hasLines && (isAfter || above !== undefined || /^\s*,?\s*(?:#|\/[/*])/.test(below));
}

/** The parts of a state in its units. */
function nodesOf({ pair, units }: Pick<StateText, 'pair' | 'units'>): readonly Node[] {
  const others = units.slice(1).flatMap(({ parsed: { root } }) => (root === undefined ? [] : [root]));
  return [pair.key, pair.value, ...others];
}

/** The lines of a state with the comments that belong to it, in another column. */
export function stateLines({ source: { document }, start, end, column }: StateText, to: number): string {
  return shiftedLines(document.text.slice(start + column, end), lineIndent(document.text, start), to);
}

/** The lines of a state from its key on, in another column. */
export function shiftedLines(text: string, from: number, to: number): string {
  return text
    .split('\n')
    .map((line, index) => {
      const blanks = indentAt(line, 0);
      // Blanks on a blank line may belong to a text.
      if (index === 0 || (line.trim() === '' && blanks <= from)) return line;
      return ' '.repeat(Math.max(0, blanks + to - from)) + line.slice(blanks);
    })
    .join('\n');
}
