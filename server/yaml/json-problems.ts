import { createScanner, type ParseError } from 'jsonc-parser';
import { nextContent, previousContent } from '../text/lines';
import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import { bracketsOf } from './json-brackets';
import { JSON_ERROR, stringStart } from './json-repairs';
import type { Problem } from './problem';
import { unclosed } from './syntax-problems';
import type { Node } from './tree';

/** Problems of a JSON text, with messages that help authors. */

/** Kinds of tokens, by the numbers of the library: its enumeration only exists for the type checker. */
const TOKEN = {
  closeBrace: 2,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blanks: 15,
  end: 17,
};

/** By the numbers of the library. */
export const JSON_ERROR_MESSAGES: Readonly<Record<number, Message>> = {
  1: msg('This is not a JSON value. Put text in double quotes.'),
  2: msg('This is not a valid JSON number.'),
  3: msg('Expected a field name in double quotes.'),
  4: msg('Expected a value.'),
  5: msg('Expected `:` between the field and its value.'),
  6: msg('Expected `,` between two entries.'),
  7: msg('Expected a closing `}`.'),
  8: msg('Expected a closing `]`.'),
  9: msg('Unexpected text after the end of the document. A state file is a single JSON value.'),
  11: msg('The comment is not closed. End it with `*/`.'),
  12: msg('The string is not closed on this line. Close it with `"`, and write quotes inside it as `\\"`.'),
  13: msg('The number is not complete.'),
  14: msg('The escape sequence `\\u` expects four hexadecimal digits.'),
  15: msg('Invalid escape sequence. To write a backslash, use `\\\\`.'),
  16: msg(
    'A string cannot contain control characters. Write an escape sequence, such as `\\n` for a line break.',
  ),
};

/** Errors about missing content. */
const MISSING_CONTENT: ReadonlySet<number> = new Set([JSON_ERROR.name, JSON_ERROR.value, JSON_ERROR.colon]);

/** Errors about characters of a string that is read nevertheless. */
const IN_STRING: ReadonlySet<number> = new Set([14, 15, 16]);

/** The problems after all repairs: one message per line, as further errors follow from the first. */
export function jsonSyntaxProblems(
  text: string,
  root: Node | undefined,
  errors: readonly ParseError[],
  reported: readonly Problem[],
  lineOf: (offset: number) => number,
): Problem[] {
  const isMismatched = bracketsOf(text).mismatched !== undefined;
  // A bracket of the other kind may be the closing one.
  const problems = unclosed(text, root)
    .filter(({ start }) => text[start] !== '"')
    .map((problem) => (isMismatched ? { ...problem, recovered: false } : problem));
  const lines = new Set([...reported, ...problems].map((problem) => lineOf(problem.start)));
  const written = text.trimEnd().length;
  for (const { error, offset, length } of errors) {
    if (problems.length > 0 && (error === JSON_ERROR.brace || error === JSON_ERROR.bracket)) continue;
    // At the end of the text, the opening bracket of the root is marked instead.
    const atEnd = offset >= written && root !== undefined;
    const start = atEnd ? root.start : Math.min(offset, text.length);
    const end = atEnd ? root.start + 1 : Math.min(start + length, text.length);
    // At the end of an entry or object, only missing content is lost.
    const isMissing = MISSING_CONTENT.has(error) && endsEntry(text, start);
    const recovered = isMissing || IN_STRING.has(error);
    const range = (isMissing ? placeBefore(text, start) : undefined) ?? { start, end };
    // A missing colon after an unclosed string is reported with the string.
    const isAfterString = error === JSON_ERROR.colon && range.start === start;
    const line = lineOf(isAfterString ? previousContent(text, start) - 1 : range.start);
    if (lines.has(line)) continue;
    lines.add(line);
    const message = JSON_ERROR_MESSAGES[error] ?? msg('This is not valid JSON.');
    problems.push({ kind: 'syntax', recovered, ...range, message });
  }
  return problems;
}

/** Whether an entry ends at an offset: after its comma or bracket, no string or object follows immediately. */
function endsEntry(text: string, at: number): boolean {
  if (text[at] === ',') return true;
  return /[}\]]/.test(text.charAt(at)) && !/["{[]/.test(text.charAt(nextContent(text, at + 1)));
}

/** The name, colon or word on a line above that precedes missing content. */
function placeBefore(text: string, at: number): Range | undefined {
  const end = previousContent(text, at);
  const isAbove = /[\n\r]/.test(text.slice(end, at));
  const last = text[end - 1];
  if (!isAbove || last === undefined || !/[":\w]/.test(last)) return undefined;
  if (last === '"') return { start: stringStart(text, end - 1) ?? end - 1, end };
  let start = end - 1;
  while (last !== ':' && /\w/.test(text.charAt(start - 1))) start--;
  return { start, end };
}

/** Comments and trailing commas, which strict JSON readers reject. */
export function leniencies(text: string): { readonly problems: Problem[]; readonly last: LastToken } {
  const problems: Problem[] = [];
  const scanner = createScanner(text, false);
  let comma = -1;
  let end = 0;
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (token === TOKEN.lineComment || token === TOKEN.blockComment) {
      problems.push({
        kind: 'comment',
        recovered: true,
        start,
        end: Math.min(start + scanner.getTokenLength(), text.length),
        message: msg(
          'Strict JSON does not allow comments, so other programs may reject this file. Remove the comment.',
        ),
      });
    } else if (token !== TOKEN.blanks && token !== TOKEN.lineBreak) {
      end = start + scanner.getTokenLength();
      if (comma >= 0 && (token === TOKEN.closeBrace || token === TOKEN.closeBracket))
        problems.push(trailingComma(comma));
      comma = token === TOKEN.comma ? start : -1;
    }
  }
  return { problems, last: { end, isComma: comma >= 0 } };
}

/** The last token of a text that is neither white space nor a comment. */
interface LastToken {
  readonly end: number;
  readonly isComma: boolean;
}

export function trailingComma(at: number): Problem {
  return {
    kind: 'trailing-comma',
    recovered: true,
    start: at,
    end: at + 1,
    message: msg(
      'Strict JSON does not allow a comma after the last entry, so other programs may reject this file. Remove the comma.',
    ),
  };
}
