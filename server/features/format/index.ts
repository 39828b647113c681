import { append } from '../../text/append';
import { applyChanges } from '../../text/apply';
import { lineChanges, type TextChange } from '../../text/line-diff';
import { lineStart, matchedText, nextLine, withoutBlankLines } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import { type Range, shiftRange } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
import type { Unit } from '../../yaml/cut/unit';
import { formatJson } from '../../yaml/json/layout';
import { parseYaml } from '../../yaml/read/parse';
import { isEquivalentYaml } from '../../yaml/tree/equivalence';
import { descendantsOf } from '../../yaml/tree/visit';
import { type EditablePart, editableParts } from '../editable-parts';
import type { EditorLayout, FormatOptions, PrintYaml } from './printer';
import { detectStyle } from './style';
import { type FormatPlan, formatUnit } from './unit';

export type { EditorLayout, FormatOptions, PrintOptions, PrintYaml } from './printer';

/** The result of formatting. */
export interface FormatResult {
  /**
   * In offsets of the document, in the order of the text; empty if nothing has to change, or if formatting was
   * refused.
   */
  readonly changes: readonly TextChange[];
  /** Why the file, or a part of it, was not formatted. */
  readonly refused?: Message;
}

/** Lets other requests be answered between two parts; resolves to whether the result is still needed. */
type Pause = () => Promise<boolean>;

/** Formats a whole document without changing its meaning. */
export async function formatDocument(
  document: Document,
  editor: EditorLayout,
  options: FormatOptions,
  print: PrintYaml,
  pause: Pause = async () => true,
): Promise<FormatResult> {
  const parts = editableParts(document);
  const problem = whyNotFormatted(document, parts);
  if (problem) return { changes: [], refused: problem };
  if (document.notation === 'json') return { changes: formatJson(document.text, undefined, editor) };
  const style = detectStyle(document, editor.tabSize);
  const plan: FormatPlan = { style, options, print };
  const texts: string[] = [];
  let refused: Message | undefined;
  for (const part of parts) {
    const { unit } = part;
    if (!(await pause())) return { changes: [] };
    const formatted = await formatUnit(unit, plan);
    if ('failure' in formatted) refused ??= unchangedPart(document, part, formatted.failure);
    texts.push('text' in formatted ? formatted.text : unit.text);
  }
  // Sibling states must have the same column: if one cannot be moved, none can.
  const states = texts.filter((_, index) => parts[index]?.unit.kind === 'state');
  if (new Set(states.map(columnOf)).size > 1) return { changes: [], ...(refused ? { refused } : {}) };
  finish(texts, editor, style.lineBreak);
  const changes: TextChange[] = [];
  for (const [index, { unit, start }] of parts.entries()) {
    if (!(await pause())) return { changes: [] };
    for (const change of lineChanges(unit.text, texts[index] ?? unit.text))
      changes.push(moved(change, start));
  }
  return refused ? { changes, refused } : { changes };
}

/**
 * Formats the lines of a range. If these cannot be changed alone without changing the meaning, the enclosing lines
 * are formatted with them, at most the state or section.
 */
export async function formatRange(
  document: Document,
  range: Range,
  editor: EditorLayout,
  options: FormatOptions,
  print: PrintYaml,
  pause: Pause = async () => true,
): Promise<FormatResult> {
  const lines = linesOf(document.text, range);
  const touched = editableParts(document).filter(
    ({ unit, start }) => start < lines.end && lines.start < start + unit.text.length,
  );
  const problem = whyNotFormatted(document, touched);
  if (problem) return { changes: [], refused: problem };
  if (document.notation === 'json') return { changes: formatJson(document.text, lines, editor) };
  const plan: FormatPlan = { style: detectStyle(document, editor.tabSize), options, print };
  const changes: TextChange[] = [];
  let refused: Message | undefined;
  for (const part of touched) {
    const { unit, start } = part;
    if (!(await pause())) return { changes: [] };
    const formatted = await formatUnit(unit, plan);
    if ('failure' in formatted) refused ??= unchangedPart(document, part, formatted.failure);
    // Its siblings are not checked.
    else if (unit.kind === 'state' && columnOf(formatted.text) !== columnOf(unit.text))
      refused ??= unchangedPart(document, part, msg('its indentation would differ from the other states'));
    else
      append(
        changes,
        changesWithin(unit, formatted.text, shiftRange(lines, -start)).map((one) => moved(one, start)),
      );
  }
  return refused ? { changes, refused } : { changes };
}

/** Why a text cannot be formatted: it has syntax errors, so its layout is not understood. */
function whyNotFormatted(document: Document, parts: readonly EditablePart[]): Message | undefined {
  for (const { unit, start } of parts) {
    const problem = unit.parsed.problems.find(({ kind }) => kind !== 'comment' && kind !== 'trailing-comma');
    if (problem === undefined) continue;
    const { line } = document.positionAt(start + problem.start);
    return msg`Not formatted: line ${line + 1} has a syntax error. ${problem.message}`;
  }
  return undefined;
}

function unchangedPart(document: Document, { unit, start }: EditablePart, reason: Message): Message {
  const { line } = document.positionAt(start + Math.max(0, unit.text.search(/\S/)));
  return msg`Not formatted from line ${line + 1} on: ${reason}.`;
}

/** Keeps the end of the document, or applies the editor's settings. */
function finish(texts: string[], { insertFinalNewline }: EditorLayout, lineBreak: string): void {
  const last = texts.at(-1);
  if (last === undefined || last === '') return;
  // The printer leaves trailing blank lines only where they are part of a string.
  const isPart = /[|>]\d?\+/.test(last);
  const end = last.trimEnd().length;
  const ended = isPart ? last : last.slice(0, end) + withoutBlankLines(last.slice(end));
  texts[texts.length - 1] = insertFinalNewline && !/[\n\r]$/.test(ended) ? ended + lineBreak : ended;
}

/** The changes of a unit within a range, extended while they alone would change the meaning. */
function changesWithin(unit: Unit, fresh: string, range: Range): TextChange[] {
  const all = lineChanges(unit.text, fresh);
  for (let wanted: Range | undefined = range; wanted; wanted = widerRange(unit, wanted)) {
    const { start, end } = wanted;
    const some = all.filter((change) => change.range.start >= start && change.range.end <= end);
    if (some.length === all.length || isSafe(unit, applyChanges(unit.text, some))) return some;
  }
  return all;
}

function isSafe(unit: Unit, text: string): boolean {
  const { root, problems } = parseYaml(text, unit.limits);
  return (
    problems.length === 0 &&
    columnOf(text) === columnOf(unit.text) &&
    isEquivalentYaml({ text: unit.text, root: unit.parsed.root }, { text, root })
  );
}

/** The lines of the nearest pair or item that extends beyond a range; undefined if there is none. */
function widerRange(unit: Unit, range: Range): Range | undefined {
  let found: Range | undefined;
  for (const node of descendantsOf(unit.parsed.root)) {
    const whole = linesOf(unit.text, node.parent?.kind === 'pair' ? node.parent : node);
    const contains = whole.start <= range.start && range.end <= whole.end;
    const isMore = whole.end - whole.start > range.end - range.start;
    if (contains && isMore && (!found || whole.end - whole.start < found.end - found.start)) found = whole;
  }
  return found;
}

/** The whole lines of a range, without a line that the range only touches at its very start. */
function linesOf(text: string, { start, end }: Range): Range {
  const from = lineStart(text, start);
  const last = end > start && lineStart(text, end) === end ? end - 1 : end;
  return { start: from, end: nextLine(text, Math.max(last, from)) };
}

function columnOf(text: string): number {
  return matchedText(text, /^ */).length;
}

function moved({ range, text }: TextChange, by: number): TextChange {
  return { range: shiftRange(range, by), text };
}
