import type { ParseError } from 'jsonc-parser';
import { lineEnd, lineNumbers, nextContent, nextLine, previousContent } from '../text/lines';
import { msg } from '../text/message';
import { isEscapedAt } from './json-brackets';
import { foreignSign, stringOverLines } from './json-foreign-signs';
import { jsonOpenBrackets } from './json-open-brackets';
import { asString } from './json-string';
import { markCertain, replacementFix } from './mistake';
import { beforeClosers, expressionEndOnLine, plainEndInFlow } from './plain';
import { commaInJson, type Repair } from './repair';
import type { Node } from './tree';

/** Kinds of errors, by the numbers of the library: its enumeration only exists for the type checker. */
export const JSON_ERROR = {
  symbol: 1,
  name: 3,
  value: 4,
  colon: 5,
  comma: 6,
  brace: 7,
  bracket: 8,
  string: 12,
} as const;

/** Limit of errors per line; further ones follow from them. */
const MAX_ERRORS_PER_LINE = 5;

/**
 * Repairs for mistakes that cause errors in all of the following text: at most one per line, except for words and
 * strings in the notation of other languages. `before` are the previous repairs: what is missing after an unclosed
 * string is reported with the string.
 */
export function jsonRepairs(
  text: string,
  root: Node | undefined,
  errors: readonly ParseError[],
  before: readonly Repair[],
): Repair[] {
  if (errors.length === 0) return [];
  const open = new Set(before.flatMap(openEnd));
  const broken = errors.find(({ error }) => error === JSON_ERROR.string);
  const overLines = broken && stringOverLines(text, broken.offset);
  if (overLines) return [overLines];
  const brackets = bracketRepairs(text, errors, open);
  return brackets.length > 0 ? brackets : singleRepairs(text, root, errors, open);
}

/** Closes brackets, if an error is about unclosed ones or about missing content on their lines. */
function bracketRepairs(text: string, errors: readonly ParseError[], open: ReadonlySet<number>): Repair[] {
  const isOpen = errors.some(({ error }) => error === JSON_ERROR.brace || error === JSON_ERROR.bracket);
  // An unclosed string or an incomplete entry may hide that a bracket is missing. The parser reports missing content
  // at the next token, which may be on another line.
  const incomplete = errors.filter(({ error }) => error === JSON_ERROR.colon || error === JSON_ERROR.value);
  const ends = incomplete.map(({ offset }) => previousContent(text, Math.min(offset, text.length)));
  const lineOf = lineNumbers(text);
  const lines = new Set([...open, ...ends].map(lineOf));
  const opened = isOpen || lines.size > 0 ? jsonOpenBrackets(text) : [];
  return opened.filter(({ problem }) => isOpen || lines.has(lineOf(problem?.start ?? 0)));
}

function singleRepairs(
  text: string,
  root: Node | undefined,
  errors: readonly ParseError[],
  open: ReadonlySet<number>,
): Repair[] {
  const repairs: Repair[] = [];
  let resumeAt = 0;
  let end = 0;
  let seen = 0;
  let afterToken = 0;
  for (const error of [...errors].sort((a, b) => a.offset - b.offset)) {
    const at = Math.min(error.offset, text.length);
    if (at < afterToken && error.error !== JSON_ERROR.symbol) continue;
    if (at < resumeAt || (root && at >= root.end)) continue;
    seen = at <= end && at >= afterToken ? seen + 1 : 0;
    if (at > end) end = lineEnd(text, at);
    const repair = seen < MAX_ERRORS_PER_LINE ? repairOf(text, at, error, open) : undefined;
    if (repair === undefined) continue;
    repairs.push(repair);
    // Other errors of the line may follow from this one, but not those of other tokens that JSON does not have.
    if (error.error === JSON_ERROR.symbol && isToken(text, repair)) {
      resumeAt = repair.problem?.end ?? at;
      afterToken = end;
      continue;
    }
    resumeAt = lineEnd(text, Math.max(at, repair.problem?.end ?? at));
    // The comma at the end of the line was part of the unclosed string.
    if (error.error === JSON_ERROR.string || repair.mask?.style === 'double')
      resumeAt = lineEnd(text, nextLine(text, resumeAt));
  }
  return repairs;
}

/** Whether a repair replaces a word, or a string with other quotes on both sides. */
function isToken(text: string, { mask }: Repair): boolean {
  return mask?.style === 'plain' && text[mask.end - 1] !== '"';
}

function repairOf(
  text: string,
  at: number,
  { error, length }: ParseError,
  open: ReadonlySet<number>,
): Repair | undefined {
  const braces = text.startsWith('{{', at)
    ? at
    : at > 0 && text.startsWith('{{', at - 1)
      ? at - 1
      : undefined;
  const name = openName(text, at);
  if (name !== undefined) return name;
  const sign = error === JSON_ERROR.symbol ? foreignSign(text, at, length) : undefined;
  if (sign !== undefined) return sign;
  if (braces !== undefined && !BRACE_BEFORE_OBJECT.test(text.slice(braces, braces + MAX_NAME)))
    return unquotedExpression(text, braces);
  if (error === JSON_ERROR.symbol) {
    return text[at - 1] === '"' ? quotesInside(text, at) : bareWord(text, at, length);
  }
  if (isInExpression(text, at)) return quotesInside(text, at);
  if (error === JSON_ERROR.string) return unclosedString(text, at);
  if (error === JSON_ERROR.comma && text[at] === ':') return valueMissing(text, at);
  if (/[}\],:]/.test(text[at] ?? '}')) return undefined;
  if (error === JSON_ERROR.colon) return nameAlone(text, at, open);
  if (error !== JSON_ERROR.comma) return undefined;
  const repair = commaInJson(text, { start: at, end: Math.min(at + length, text.length) });
  return repair && silentAfterOpen(repair, open);
}

/** The ends of repaired unclosed text. */
function openEnd({ mask, patch }: Repair): number[] {
  if (mask?.style === 'double') return [mask.end];
  return patch && /^[}\]]+,?$/.test(patch.text) ? [patch.start + patch.text.length] : [];
}

/** A repair right after unclosed text is not reported separately. */
function silentAfterOpen({ patch, problem }: Repair, open: ReadonlySet<number>): Repair {
  const isAfterOpen = patch !== undefined && (open.has(patch.start) || open.has(patch.start - 1));
  return { ...(patch && { patch }), ...(problem && !isAfterOpen && { problem }) };
}

/** A name on a line of its own above another entry: a comma replaces the line break. */
function nameAlone(text: string, at: number, open: ReadonlySet<number>): Repair | undefined {
  const end = previousContent(text, at);
  const start = stringStart(text, end - 1);
  const isAlone = lineEnd(text, end) < at || open.has(end) || open.has(end - 1);
  if (start === undefined || end >= at || !isAlone) return undefined;
  const message = msg('This field has no `:` and no value.');
  const problem = { kind: 'syntax', recovered: true, start, end, message } as const;
  return silentAfterOpen({ patch: { start: end, text: ',' }, problem }, open);
}

/** `"a":` above `"b": 1`: the second name was read as the value. */
function valueMissing(text: string, at: number): Repair | undefined {
  const start = stringStart(text, previousContent(text, at) - 1);
  const end = start === undefined ? 0 : previousContent(text, start);
  if (start === undefined || text[end - 1] !== ':' || lineEnd(text, end) >= start) return undefined;
  const message = msg('Expected a value after this `:`.');
  return {
    patch: { start: end, text: ',' },
    problem: { kind: 'syntax', recovered: true, start: end - 1, end, message },
  };
}

function unquotedExpression(text: string, start: number): Repair {
  const close = expressionEndOnLine(text, start);
  const range = { start, end: plainEndInFlow(text, close ?? start + 2) };
  const written = text.slice(range.start, range.end);
  return asString(text, range, written, {
    kind: 'unquoted-expression',
    message: msg('JSON reads a value that starts with `{{` as an object. Put it in quotes.'),
    remedy: markCertain(replacementFix(range, JSON.stringify(written), msg('Put it in quotes'))),
  });
}

/** Words of other languages and their JSON equivalents. */
const WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  NaN: 'null',
};

function bareWord(text: string, start: number, length: number): Repair | undefined {
  const rest = text.slice(start);
  const quoted = /^(['`])[^'`\n\r]*\1/.exec(rest)?.[0];
  const [mixed, inner = '', sign] = /^['`]([^'`"\n\r]*)"(?:[ \t]*([:,}\]]))?/.exec(rest) ?? [];
  // On a long line, the next single quote may be far away.
  if (mixed !== undefined && (quoted === undefined || sign !== undefined)) {
    const range = { start, end: start + inner.length + 2 };
    return asString(text, range, inner, {
      message: msg('JSON allows only double quotes.'),
      remedy: replacementFix({ start, end: start + 1 }, '"', msg('Change to double quotes')),
    });
  }
  const unopened = /^[A-Za-z_][\w$.-]*"(?=[ \t]*:)/.exec(rest)?.[0];
  if (unopened !== undefined) {
    const end = start + unopened.length;
    return asString(text, { start, end }, unopened.slice(0, -1), {
      message: msg('Expected `"` before this name.'),
      remedy: replacementFix({ start, end: start }, '"', msg`Add the \`${'"'}\``),
    });
  }
  const range = { start, end: start + (quoted?.length ?? length) };
  const written = text.slice(start, range.end);
  if (written.length < 2 || !/^['`\w$@.-]/.test(written)) return undefined;
  if (quoted !== undefined) {
    const value = quoted.slice(1, -1);
    return asString(text, range, value, {
      message: msg('JSON allows only double quotes.'),
      remedy: markCertain(replacementFix(range, JSON.stringify(value), msg('Change to double quotes'))),
    });
  }
  const known = Object.hasOwn(WORDS, written) ? WORDS[written] : undefined;
  const message = known
    ? msg`JSON does not have \`${written}\`. Write \`${known}\`.`
    : msg('This is not a JSON value. Put text in double quotes.');
  const remedy = known
    ? markCertain(replacementFix(range, known, msg`Change to \`${known}\``))
    : markCertain(replacementFix(range, JSON.stringify(written), msg('Put it in double quotes')));
  const type = known === undefined ? 'string' : known === 'null' ? 'null' : 'boolean';
  return asString(text, range, known ?? written, { message, remedy }, type);
}

const OPEN_NAME = /"[\w$.-]*'?(?=[ \t]*:[ \t]*"$)/;

/**
 * A name that ends with a single quote or without one, right before an offset: the string continues to the quote of
 * its value.
 */
function openName(text: string, at: number): Repair | undefined {
  if (text[at - 1] !== '"') return undefined;
  const from = Math.max(0, at - MAX_NAME);
  const found = OPEN_NAME.exec(text.slice(from, at));
  if (found === null) return undefined;
  const start = from + found.index;
  const end = start + found[0].length;
  if (found[0].endsWith("'"))
    return asString(text, { start, end }, text.slice(start + 1, end - 1), {
      message: msg('JSON allows only double quotes.'),
      remedy: replacementFix({ start: end - 1, end }, '"', msg('Change to double quotes')),
    });
  return asString(text, { start, end }, text.slice(start + 1, end), {
    message: msg('Expected `"` after this name.'),
    remedy: replacementFix({ start: end, end }, '"', msg`Add the \`${'"'}\``),
  });
}

/** A name with its colon is not an expression: the first brace is an extra one. */
const BRACE_BEFORE_OBJECT = /^\{\{\s*"[^"\n\r]*"\s*:/;

/** Limit of a name with the characters after it. */
const MAX_NAME = 200;

function unclosedString(text: string, start: number): Repair {
  const end = beforeClosers(text, start + 1, lineEnd(text, start));
  return asString(text, { start, end }, text.slice(start + 1, end), {
    message: msg(
      'The string is not closed on this line. Close it with `"`, and write quotes inside it as `\\"`.',
    ),
    remedy: replacementFix({ start: end, end }, '"', msg('Close it with "')),
  });
}

/** A string that an inner quote has ended: it continues to the last quote of the line that can be its end. */
function quotesInside(text: string, at: number): Repair | undefined {
  const start = stringStart(text, at - 1);
  if (start === undefined) return undefined;
  const end = realEnd(text, start, at);
  if (end === undefined) return undefined;
  const range = { start, end };
  const inside = { start: start + 1, end: range.end - 1 };
  const written = text.slice(inside.start, inside.end);
  const isName = text[nextContent(text, end)] === ':' && NAME_WITH_QUOTE.test(written);
  if (isName || DOUBLED_QUOTE.test(written)) {
    const value = written.replace('"', '');
    return asString(text, range, value, {
      message: msg`Unexpected \`"\` in this ${isName ? 'name' : 'string'}. Remove it.`,
      remedy: replacementFix(inside, value, msg('Remove the `"`')),
    });
  }
  // The string includes text that was intended as another entry.
  const recovered = !/"\s*[,:]|[{[,]\s*"/.test(
    written.replace(/\{\{(?:[^{}]|\{[^{}]*\}|\}(?!\}))*\}\}/g, ''),
  );
  // JavaScript also accepts single quotes, which need no escape in JSON.
  const isScript = written.includes('{{');
  const quote = isScript ? "'" : '\\"';
  const what = /(?<!\\)(?:\\\\)+"$/.test(text.slice(start + 1, at))
    ? msg('In `\\\\"`, the second backslash is escaped, so the quote ends the string.')
    : msg('This quote ends the string.');
  const message = isScript
    ? msg`${what} Use single quotes inside an expression.`
    : msg`${what} Write it as \`\\"\`.`;
  return asString(text, range, written, {
    recovered,
    noticed: at,
    message,
    remedy: replacementFix(
      inside,
      written.replace(/\\\\"|\\"|"/g, quote),
      isScript ? msg('Change the inner quotes to single quotes') : msg('Write the inner quotes as \\"'),
    ),
  });
}

/** No field has a quote in its name. */
const NAME_WITH_QUOTE = /^[\w.]*"[\w.]*$/;

const DOUBLED_QUOTE = /^"\w[^"\\]*$|^[^"\\]*\w"$/;

/** Whether the string that ends right before an offset ends within an expression, as after an extra backslash. */
function isInExpression(text: string, at: number): boolean {
  const start = text[at - 1] === '"' ? stringStart(text, at - 1) : undefined;
  if (start === undefined) return false;
  const written = text.slice(start + 1, at - 1);
  return written.lastIndexOf('{{') > written.lastIndexOf('}}');
}

/** The offset after the first quote on the line that can end a string and is outside of braces. */
function realEnd(text: string, start: number, from: number): number | undefined {
  const end = lineEnd(text, from);
  let open = 0;
  for (let at = start + 1; at < end; at++) {
    if (text.startsWith('{{', at)) open++;
    else if (text.startsWith('}}', at)) open--;
    if (text[at] !== '"' || at < from || open > 0) continue;
    if (/^[ \t]{0,80}(?:[,}\]:]|$)/.test(text.slice(at + 1, Math.min(end, at + 82)))) return at + 1;
  }
  return undefined;
}

/** The start of the string that ends with the quote at `end`. */
export function stringStart(text: string, end: number): number | undefined {
  for (let at = end - 1; at >= 0 && text[at] !== '\n' && text[at] !== '\r'; at--) {
    if (text[at] === '"' && !isEscapedAt(text, -1, at)) return at;
  }
  return undefined;
}
