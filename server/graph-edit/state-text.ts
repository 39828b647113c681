import { type StateText, stateTextOf } from '../features/state-text';
import type { Project } from '../project/project';
import { gapAbove, isInKept } from '../rules/edits';
import { nextContentLine, nextLine, previousContent } from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import type { Document } from '../yaml/cut/document';
import { isRepeated } from '../yaml/cut/unit';
import { OTHER_FORM, REPEATED } from './draft';
import { type EditRefusal, isRefusal, refuse } from './outcome';
import { definitionOf, type WrittenScope } from './places';

/** The text of a node that operations move, copy or delete. */
export interface WrittenState extends StateText {
  readonly entry: WrittenScope;
}

/** The text of a node; a refusal if an alias or other text depends on its place. */
export function writtenState(project: Project, id: string): WrittenState | EditRefusal {
  if (id === '') return refuse(msg('This is the whole automata. Choose one of its states.'));
  const entry = definitionOf(project, id);
  if (isRefusal(entry)) return entry;
  const text = stateTextOf(project, entry);
  if (text === undefined) return OTHER_FORM;
  return text.isShared || isRepeated(entry.unit, text.pair) ? REPEATED : { ...text, entry };
}

/** The lines of a state, its comments and the gap above it, or below the first one: so that adding one is undone. */
export function linesOf({ source, start, end, keepsBlankLines }: StateText, isFirst: boolean): Range {
  const { text } = source.document;
  const next = nextLine(text, end);
  const after = nextContentLine(text, next);
  const isLast = after >= text.length;
  // Blank lines between a text that keeps them and the next state belong to it.
  const takesGapBelow = (keepsBlankLines || isFirst) && !isLast;
  if (takesGapBelow || isTextBefore(source.document, start)) return { start, end: after };
  return { start: isFirst ? start : start - gapAbove(text, start).length, end: next };
}

function isTextBefore(document: Document, start: number): boolean {
  const at = previousContent(document.text, start) - 1;
  const index = document.unitIndexAt(at);
  const unit = document.units[index];
  return unit !== undefined && isInKept(unit, at - document.startAt(index));
}
