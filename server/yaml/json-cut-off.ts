import type { ParseError } from 'jsonc-parser';
import { lineStart, nextLine, previousContent } from '../text/lines';
import { msg } from '../text/message';
import { bracketsOf, isEscapedAt } from './json-brackets';
import { leadingBlanks } from './json-lines';
import type { Problem } from './problem';
import { replacementFix } from './repair';
import type { Mutable, Node } from './tree';

/** JSON that ends before its strings and brackets are closed, as a file does that is half written or half saved. */
export interface CutOff {
  /** Where the written text ends. */
  readonly end: number;
  /** What is marked: the string that is open at the end, or else the last character. */
  readonly mark: number;
  readonly isInString: boolean;
  /** The signs that close the string and the brackets. */
  readonly closers: string;
}

/** What is open at the end of a text; undefined where nothing is, or where it may be closed before the end. */
export function cutOffEnd(text: string): CutOff | undefined {
  const { unopened, unclosed, mismatched, openComment, openString } = bracketsOf(text);
  const innermost = unclosed.at(-1);
  if (innermost === undefined || unopened.length > 0 || mismatched !== undefined || openComment)
    return undefined;
  const end = previousContent(text, text.length);
  const isInString = openString !== undefined;
  // Before a string of nothing but closing brackets, a quote is too much.
  if (isInString && /^[\s,\]}]+$/.test(text.slice(openString + 1, end))) return undefined;
  // On one line, a bracket may be missing anywhere before the last one.
  const isClosing = !isInString && /[\]}]/.test(text[end - 1] ?? '');
  if (isClosing && unclosed.length === 1 && lineStart(text, end) <= innermost) return undefined;
  if (!isDeeperBelow(text, unclosed, end)) return undefined;
  const brackets = unclosed.map((at) => (text[at] === '{' ? '}' : ']')).reverse();
  const quote = isInString ? (isEscapedAt(text, openString, end) ? '\\"' : '"') : '';
  return { end, mark: openString ?? end - 1, isInString, closers: quote + brackets.join('') };
}

/** Whether the lines after each bracket are deeper than its own; otherwise it should be closed before them. */
function isDeeperBelow(text: string, brackets: readonly number[], end: number): boolean {
  const opened: number[] = [];
  let index = 0;
  for (let start = 0; start < end; start = nextLine(text, start)) {
    const next = nextLine(text, start);
    const line = text.slice(start, next);
    const depth = leadingBlanks(line);
    const isContent = /[^\s/]/.test(line[depth] ?? '');
    if (isContent && depth <= (opened.at(-1) ?? -1)) return false;
    for (; (brackets[index] ?? Number.POSITIVE_INFINITY) < next; index++) opened.push(depth);
  }
  return true;
}

/** Whether an error is about the last word, which is only begun, or about what is missing after it. */
export function isAboutEnd({ end }: CutOff, { offset, length }: ParseError): boolean {
  return offset + length >= end;
}

/** Whether something else is wrong on the last line: the quotes that tell where its strings end may be wrong as well. */
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

/** Ends the nodes of a new tree with the written text, and those that are closed after it with the whole text. */
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
