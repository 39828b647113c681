import type { ParseError } from 'jsonc-parser';
import { leadingBlanks, lineStart, nextLine, previousContent } from '../text/lines';
import { msg } from '../text/message';
import { bracketsOf, isEscapedAt } from './json-brackets';
import { replacementFix } from './mistake';
import type { Problem } from './problem';
import type { Mutable, Node } from './tree';

/** The end of a JSON text whose strings and brackets are not closed, as in an incomplete file. */
export interface CutOff {
  /** Offset after the last character that is not white space. */
  readonly end: number;
  /** Start of the reported range: the unclosed string, or the last character. */
  readonly mark: number;
  readonly isInString: boolean;
  /** The characters that close the string and the brackets. */
  readonly closers: string;
}

/** The unclosed end of a text; undefined if all is closed, or a bracket may be missing before the end. */
export function cutOffEnd(text: string): CutOff | undefined {
  const { unopened, unclosed, mismatched, openComment, openString } = bracketsOf(text);
  const innermost = unclosed.at(-1);
  if (innermost === undefined || unopened.length > 0 || mismatched !== undefined || openComment)
    return undefined;
  const end = previousContent(text, text.length);
  const isInString = openString !== undefined;
  // If only closing brackets follow the quote, the quote is an extra one.
  if (isInString && /^[\s,\]}]+$/.test(text.slice(openString + 1, end))) return undefined;
  // On one line, a bracket may be missing anywhere before the last one.
  const isClosing = !isInString && /[\]}]/.test(text.charAt(end - 1));
  if (isClosing && unclosed.length === 1 && lineStart(text, end) <= innermost) return undefined;
  if (!isDeeperBelow(text, unclosed, end)) return undefined;
  const brackets = unclosed.map((at) => (text[at] === '{' ? '}' : ']')).reverse();
  const quote = isInString ? (isEscapedAt(text, openString, end) ? '\\"' : '"') : '';
  return { end, mark: openString ?? end - 1, isInString, closers: quote + brackets.join('') };
}

/** Whether the lines below each bracket are indented more than its own; otherwise it should be closed above them. */
function isDeeperBelow(text: string, brackets: readonly number[], end: number): boolean {
  const opened: number[] = [];
  let index = 0;
  for (let start = 0; start < end; start = nextLine(text, start)) {
    const next = nextLine(text, start);
    const line = text.slice(start, next);
    const depth = leadingBlanks(line);
    const isContent = /[^\s/]/.test(line.charAt(depth));
    if (isContent && depth <= (opened.at(-1) ?? -1)) return false;
    for (; (brackets[index] ?? Number.POSITIVE_INFINITY) < next; index++) opened.push(depth);
  }
  return true;
}

/** Whether an error is about the last word, which may be incomplete, or about missing text after it. */
export function isAboutEnd({ end }: CutOff, { offset, length }: ParseError): boolean {
  return offset + length >= end;
}

/** Whether the last line has another error: its quotes may be wrong as well. */
export function isLastLineBroken(text: string, cutOff: CutOff, errors: readonly ParseError[]): boolean {
  const last = lineStart(text, cutOff.end);
  return errors.some((error) => error.offset >= last && !isAboutEnd(cutOff, error));
}

export function cutOffProblem({ end, mark, isInString, closers }: CutOff): Problem {
  return {
    kind: 'syntax',
    recovered: false,
    isCutOff: true,
    start: mark,
    end,
    message: isInString
      ? msg`The file ends inside this string. Add \`${closers}\` at the end.`
      : msg`The file ends before all brackets are closed. Add \`${closers}\` at the end.`,
    remedy: replacementFix({ start: end, end }, closers, msg`Add \`${closers}\``),
  };
}

/** Clamps the scalars of a new tree to `end`, and extends the maps and lists that are closed after it to `length`. */
export function endNodes(node: Node, end: number, length: number): void {
  if (node.kind === 'scalar') {
    const scalar: Mutable<typeof node> = node;
    if (node.end > end) scalar.closed = false;
    scalar.start = Math.min(node.start, end);
    scalar.end = Math.min(node.end, end);
    return;
  }
  const own: Mutable<typeof node> = node;
  if (node.end > end) own.end = length;
  if (node.kind === 'seq') for (const item of node.items) endNodes(item, end, length);
  if (node.kind !== 'map') return;
  for (const pair of node.pairs) {
    const one: Mutable<typeof pair> = pair;
    if (pair.end > end) one.end = length;
    endNodes(pair.key, end, length);
    endNodes(pair.value, end, length);
  }
}
