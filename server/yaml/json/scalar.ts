import { isLineBreak, lineEnd, nextContent } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { markCertain, replacementFix } from '../mistakes/mistake';
import { beforeClosers, expressionEndOnLine, plainEndInFlow } from '../read/plain';
import type { Problem, ProblemFix } from '../read/problem';
import { doubleQuoted } from '../read/quotes';
import type { ScalarStyle, ScalarType } from '../tree/tree';
import { isClosedAt, stringEnd } from './brackets';

/**
 * Strings and words of JSON as the author meant them. A string that is followed by what JSON allows is what it is;
 * otherwise a quote or a character next to one is wrong, and the text around it shows which.
 */
export interface JsonScalar extends Range {
  readonly value: string;
  readonly style: ScalarStyle;
  readonly type: ScalarType;
  /** It is written as JSON requires. */
  readonly closed: boolean;
  readonly problem?: Problem | undefined;
  /** The comma after it is part of it, or missing like its end. */
  readonly hasComma?: boolean;
  /** The colon after a name is part of its text. */
  readonly colon?: number;
}

/** Where a scalar appears: a name is followed by a colon. */
export type JsonRole = 'name' | 'value' | 'item';

type Mistake = Pick<Problem, 'message' | 'remedy'> & Partial<Problem>;

/** A scalar with a mistake; the tree has the value that was meant. */
function meant(
  text: string,
  { start, end }: Range,
  value: string,
  mistake: Mistake,
  type: ScalarType = 'string',
): JsonScalar {
  return {
    start,
    end,
    value,
    style: text[start] === '"' ? 'double' : 'plain',
    type,
    closed: false,
    problem: { kind: 'syntax', recovered: true, start, end, ...mistake },
  };
}

/** Limit of characters that are examined around a mistake, for long lines. */
const MAX_EXAMINED = 2000;

/** The rest of the line, within the limit. */
function restOfLine(text: string, from: number, reach: number): string {
  const rest = text.slice(from, from + Math.min(MAX_EXAMINED, reach));
  return rest.slice(0, lineEnd(rest, 0));
}

const ONLY_DOUBLE = msg('JSON allows only double quotes.');
const TO_DOUBLE = msg('Change to double quotes');
const NOT_CLOSED = msg(
  'The string is not closed on this line. Close it with `"`, and write quotes inside it as `\\"`.',
);

function insertQuote(at: number) {
  return replacementFix({ start: at, end: at }, '"', msg`Add the \`${'"'}\``);
}

function toDoubleQuote(at: number) {
  return replacementFix({ start: at, end: at + 1 }, '"', TO_DOUBLE);
}

/** Two characters next to each other that were exchanged. */
function exchanged(text: string, at: number): Mistake {
  const [one = '', two = ''] = text.slice(at, at + 2);
  return {
    message: msg`Expected \`${two}${one}\` instead of \`${one}${two}\`.`,
    remedy: replacementFix({ start: at, end: at + 2 }, two + one, msg`Change to \`${two}${one}\``),
  };
}

/** The string that begins with a quote; undefined if the quote is an extra one. */
export function readString(
  text: string,
  start: number,
  role: JsonRole,
  reach: number,
): JsonScalar | undefined {
  const end = stringEnd(text, start);
  const isClosed = isClosedAt(text, start, end);
  // The comma before another string belongs after the quote.
  if (isClosed && role !== 'name' && text[end - 2] === ',' && text[nextContent(text, end)] === '"')
    return {
      ...meant(text, { start, end }, text.slice(start + 1, end - 2), exchanged(text, end - 2)),
      hasComma: true,
    };
  if (isClosed && isFollowed(text, end, role) && !endsInExpression(text, start, end, role, reach))
    return strictString(text, start, end);
  // Without a quote, the string ends with its line.
  const line = isClosed ? restOfLine(text, start, reach) : text.slice(start, end);
  if (/^"\s*[{[]\s*$/.test(line) || (role === 'name' && /^"[\s,]*[\]}][\s,\]}]*$/.test(line)))
    return undefined;
  if (role === 'name') return nameAt(text, start, isClosed ? end : undefined, line, reach);
  return isClosed ? wrongEnd(text, start, end, line, role, reach) : unclosedString(text, start, line);
}

/** Whether JSON allows what follows a string. What follows a comment or a line break does not matter. */
function isFollowed(text: string, end: number, role: JsonRole): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\t') at++;
  if (isLineBreak(text, at)) return true;
  const char = text.charAt(at);
  if (role === 'name' && /[/{[]/.test(char))
    return !/:[ \t]*"$/.test(text.slice(end - 5, end)) && !text.startsWith('{{', at);
  if (char === '/') return true;
  if (role === 'name') return /[:=：]/.test(char);
  // A backslash is in a string only.
  if (/[,}\]，；)]/.test(char)) return !/^[ \t,}\]]*\\/.test(text.slice(at, at + 20));
  // A bracket in place of the closing one.
  if (/[({[]/.test(char)) return /^[ \t]*(?:[,}\]\n\r]|$)/.test(text.slice(at + 1, at + 20));
  return (char === ':' && role === 'item') || (char === '"' && at > end);
}

/** Whether a quote ends a value within an expression, and no name follows: the expression has quotes inside. */
function endsInExpression(text: string, start: number, end: number, role: JsonRole, reach: number): boolean {
  if (role !== 'value' || !isInExpression(text.slice(start, end))) return false;
  const rest = restOfLine(text, end, reach);
  if (/^[ \t]*(?:,[ \t]*)?(?:$|\/)|^[ \t]*,[ \t]*"(?:[^"\\]|\\.)*"\s*[:/]/.test(rest)) return false;
  if (/^[ \t]*[\]}][\s\]}]*(?:[,/]|$)/.test(rest)) return false;
  return realEnd(text, start, end, reach) !== undefined;
}

function isInExpression(written: string): boolean {
  return written.lastIndexOf('{{') > written.lastIndexOf('}}');
}

const IN_STRING = {
  unicode: msg('The escape sequence `\\u` expects four hexadecimal digits.'),
  escape: msg('Invalid escape sequence. To write a backslash, use `\\\\`.'),
  control: msg(
    'A string cannot contain control characters. Write an escape sequence, such as `\\n` for a line break.',
  ),
};

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

function strictString(text: string, start: number, end: number): JsonScalar {
  const written = text.slice(start + 1, end - 1);
  let message: Message | undefined;
  if (/[\x00-\x1f]/.test(written)) message = IN_STRING.control;
  const value = written.includes('\\')
    ? written.replace(/\\(?:u([\da-fA-F]{0,4})|([\s\S]))/g, (_, code: string | undefined, char = '') => {
        if (code?.length === 4) return String.fromCharCode(Number.parseInt(code, 16));
        const known = ESCAPES[char];
        if (known === undefined) message = code === undefined ? IN_STRING.escape : IN_STRING.unicode;
        return known ?? '';
      })
    : written;
  const remedy =
    message === IN_STRING.escape ? escapeFix(text, { start: start + 1, end: end - 1 }) : undefined;
  const problem: Problem | undefined = message && {
    kind: 'syntax',
    recovered: true,
    start,
    end,
    message,
    remedy,
  };
  return { start, end, value, style: 'double', type: 'string', closed: true, problem };
}

/** Doubles the backslashes before characters that have no escape sequence; an apostrophe needs none. */
function escapeFix(text: string, range: Range): ProblemFix {
  const meant = text.slice(range.start, range.end).replace(/\\([\s\S])/g, (written, char: string) => {
    if (char === "'") return char;
    return ESCAPES[char] === undefined && char !== 'u' ? `\\${written}` : written;
  });
  return replacementFix(range, meant, msg('Correct the backslashes'));
}

/** A name with `"` or another quote missing, misplaced or in excess. `end` is that of the string, if it is closed. */
function nameAt(
  text: string,
  start: number,
  end: number | undefined,
  line: string,
  reach: number,
): JsonScalar {
  // `"name:" "value"`
  const before =
    end !== undefined && text[end - 2] === ':' && /^(?:[ \t]|"|\{(?!\{)|\[)/.test(text.slice(end, end + 2));
  if (
    end !== undefined &&
    before &&
    end - start > 3 &&
    text.slice(start, end).indexOf(':') === end - start - 2
  )
    return {
      ...meant(text, { start, end }, text.slice(start + 1, end - 2), exchanged(text, end - 2)),
      colon: end - 2,
    };
  const open = /^"([\w$.-]*)(['`]?)(?=[ \t]*:[ \t]*(?:["{[\d-]|true|false|null))/.exec(line);
  if (open) {
    const [written, name = '', quote = ''] = open;
    const at = start + written.length;
    return meant(
      text,
      { start, end: at },
      name,
      quote
        ? { message: ONLY_DOUBLE, remedy: toDoubleQuote(at - 1) }
        : { message: msg('Expected `"` after this name.'), remedy: insertQuote(at) },
    );
  }
  const doubled = /^"([\w$.-]*)"([\w$.-]*)"(?=[ \t]*:)/.exec(line);
  if (doubled) {
    const [written, one = '', two = ''] = doubled;
    const range = { start, end: start + written.length };
    return meant(text, range, one + two, {
      message: msg`Unexpected \`"\` in this ${'name'}. Remove it.`,
      remedy: replacementFix({ start: start + 1, end: range.end - 1 }, one + two, msg('Remove the `"`')),
    });
  }
  const moved = /^"([\w$.-]*)"(\w)(?=[ \t]*:)/.exec(line);
  if (moved) {
    const [written, one = '', two = ''] = moved;
    const range = { start, end: start + written.length };
    return meant(text, range, one + two, exchanged(text, range.end - 2));
  }
  if (end === undefined) return unclosedString(text, start, line);
  // `"name" "value"`: the colon is missing.
  if (/^"[\w$.-]+"[ \t]+"(?:[^"\\]|\\.)*"[ \t]*(?:[,}\]]|$)/.test(line))
    return strictString(text, start, end);
  return quotesInside(text, start, end, reach) ?? strictString(text, start, end);
}

/** A value whose quote is followed by what JSON does not allow. */
function wrongEnd(
  text: string,
  start: number,
  end: number,
  line: string,
  role: JsonRole,
  reach: number,
): JsonScalar {
  const sum = SUM.exec(line)?.[0];
  if (sum !== undefined) {
    const value = (sum.match(new RegExp(STRING, 'g')) ?? []).map((one) => one.slice(1, -1)).join('');
    const range = { start, end: start + sum.length };
    return meant(text, range, value, {
      message: msg('JSON does not have operators. Write a single string.'),
      remedy: markCertain(replacementFix(range, `"${value}"`, msg('Join the strings'))),
    });
  }
  const next = text.charAt(end);
  const written = text.slice(start, end);
  // The quote was missing before a comma, and this one begins another string.
  const gap = /,[\s{[]*"$/.test(written.slice(1));
  const follows = role === 'value' ? /^[^"\\]{1,200}"[ \t]*:/ : /^[^"\\]{0,200}"[ \t]*[:,\]]/;
  if (gap && follows.test(line.slice(end - start))) {
    const at = start + beforeClosers(written, 1, written.lastIndexOf(','));
    const quote = /['`]/.test(text.charAt(at - 1)) ? text.charAt(at - 1) : '';
    const close = at - quote.length;
    const value = text.slice(start + 1, close);
    if (!isInExpression(value) && quote)
      return meant(text, { start, end: at }, value, { message: ONLY_DOUBLE, remedy: toDoubleQuote(close) });
    if (!isInExpression(value)) return unclosedAt(text, start, at);
  }
  if (/[ \t]/.test(next) && !/^[ \t]*\\/.test(line.slice(end - start))) return strictString(text, start, end);
  // A comma is missing between two strings.
  if (next === '"' && /^"(?:[^"\\]|\\.)+"[ \t]*(?:[:,\]}]|$)/.test(line.slice(end - start)))
    return strictString(text, start, end);
  const moved = /^\w(?=[ \t]*(?:[,}\]]|$))/.test(line.slice(end - start));
  if (moved && !written.includes('{{'))
    return meant(text, { start, end: end + 1 }, written.slice(1, -1) + next, exchanged(text, end - 1));
  return quotesInside(text, start, end, reach) ?? strictString(text, start, end);
}

const STRING = /"(?:[^"\\\n\r]|\\.)*"/;
const SUM = new RegExp(`^(${STRING.source})(?:[ \\t]*\\+[ \\t]*${STRING.source})+`);

/** A string whose closing quote is missing at an offset. */
function unclosedAt(text: string, start: number, end: number): JsonScalar {
  const remedy = replacementFix({ start: end, end }, '"', msg('Close it with "'));
  const found = meant(text, { start, end }, text.slice(start + 1, end), { message: NOT_CLOSED, remedy });
  return { ...found, hasComma: true };
}

/** A string without a closing quote on its line. */
function unclosedString(text: string, start: number, line: string): JsonScalar {
  const over = rangeOverLines(text, start, line);
  if (over) {
    const value = text.slice(start + 1, over.end - 1);
    const lines = `"${value.replace(/\r?\n|\r/g, '\\n')}"`;
    return meant(text, over, value, {
      message: msg('A string cannot continue on the next line. Write the line break as `\\n`.'),
      remedy: markCertain(replacementFix(over, lines, msg('Write the line breaks as \\n'))),
    });
  }
  const end = start + beforeClosers(line, Math.min(1, line.length), line.length);
  if (/['`]/.test(text.charAt(end - 1)) && end - start > 2 && end - start < line.length + 1) {
    const value = text.slice(start + 1, end - 1);
    const quote = text.charAt(end - 1);
    if (!isInExpression(value) && value.split(quote).length % 2 === 1)
      return meant(text, { start, end }, value, { message: ONLY_DOUBLE, remedy: toDoubleQuote(end - 1) });
  }
  return unclosedAt(text, start, end);
}

/** Limit of lines of a string. */
const MAX_LINES = 50;

/** A string that continues on the following lines, up to a quote that can end it, without an entry in between. */
function rangeOverLines(text: string, start: number, line: string): Range | undefined {
  // If the string could end on its own line, a quote is missing there instead.
  if (/[,\]}]\s*$/.test(line)) return undefined;
  let at = start + line.length;
  for (let count = 0; count < MAX_LINES && at < text.length; count++) {
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    const below = restOfLine(text, at, MAX_EXAMINED);
    const quote = below.indexOf('"');
    if (quote >= 0) {
      const isFirst = nextContent(below, 0) === quote;
      const closes = /^"\s*(?:[,}\]]|$)/.test(below.slice(quote));
      return closes && !(isFirst && /^\s*"\s*:/.test(below)) && below[quote - 1] !== '\\'
        ? { start, end: at + quote + 1 }
        : undefined;
    }
    if (/^\s*[{}[\]]/.test(below)) return undefined;
    at += below.length;
  }
  return undefined;
}

/** A string that an inner quote has ended: it continues to the first quote of the line that can be its end. */
function quotesInside(text: string, start: number, at: number, reach: number): JsonScalar | undefined {
  const end = realEnd(text, start, at, reach);
  if (end === undefined) return undefined;
  const range = { start, end };
  const inside = { start: start + 1, end: end - 1 };
  const written = text.slice(inside.start, inside.end);
  if (DOUBLED_QUOTE.test(written)) {
    const value = written.replace('"', '');
    return meant(text, range, value, {
      message: msg`Unexpected \`"\` in this ${'string'}. Remove it.`,
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
  return meant(text, range, written, {
    recovered,
    message: isScript
      ? msg`${what} Use single quotes inside an expression.`
      : msg`${what} Write it as \`\\"\`.`,
    remedy: replacementFix(
      inside,
      written.replace(/\\\\"|\\"|"/g, quote),
      isScript ? msg('Change the inner quotes to single quotes') : msg('Write the inner quotes as \\"'),
    ),
  });
}

const DOUBLED_QUOTE = /^"[^"\\]+$|^[^"\\]+"$/;

/**
 * The offset after the first quote on the line that can end a string: it is not escaped, and outside of braces. At most
 * `reach` characters are examined.
 */
function realEnd(text: string, start: number, from: number, reach: number): number | undefined {
  let open = 0;
  for (let at = start + 1; at < start + reach && !isLineBreak(text, at); at++) {
    if (text.startsWith('{{', at)) open++;
    else if (text.startsWith('}}', at)) open--;
    else if (text[at] === '\\' && open <= 0) {
      at++;
      continue;
    }
    if (text[at] !== '"' || at < from || open > 0) continue;
    if (/^[ \t]{0,80}(?:[,}\]:\n\r]|$)/.test(text.slice(at + 1, at + 82))) return at + 1;
  }
  return undefined;
}

/** Characters of most strings. */
const MAX_SHORT = 100;

/** Words of other languages and their JSON equivalents. */
const WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  NaN: 'null',
};

const TYPOGRAPHIC =
  /^(?:[\u201c\u201d\u201e\u00ab\uff02]([^\u201c\u201d\u201e\u00ab\u00bb\uff02"\n\r]*)[\u201c\u201d\u00bb\uff02]|\u2018([^\u2018\u2019"\n\r]*)\u2019)/;

/** The characters of a word. */
const WORD = /[^\s{}[\]":,/，；：]{1,300}/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A word: a number, `true`, `false`, `null`, or text that is not in double quotes. Undefined if nothing is readable. */
export function readWord(text: string, start: number, role: JsonRole, reach: number): JsonScalar | undefined {
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0];
  if (word === undefined) return undefined;
  const end = start + word.length;
  const plain = { start, end, value: word, style: 'plain', closed: true } as const;
  const isBeforeQuote = text[end] === '"';
  const half = isBeforeQuote ? halfQuoted(text, start, restOfLine(text, start, reach), role) : undefined;
  if (half) return half;
  if (word === 'true' || word === 'false') return { ...plain, type: 'boolean' };
  if (word === 'null') return { ...plain, type: 'null' };
  if (NUMBER.test(word)) return { ...plain, type: /^-?\d+$/.test(word) ? 'integer' : 'float' };
  const line = restOfLine(text, start, reach);
  const quoted = quotedOtherwise(text, start, line) ?? halfQuoted(text, start, line, role);
  if (quoted) return quoted;
  if (/^-?\d+(?:\.(?:\d*[eE][+-]?)?|[eE][+-]?)$/.test(word))
    return meant(
      text,
      { start, end },
      word,
      { message: msg('The number is not complete.'), remedy: undefined },
      'float',
    );
  if (word.length < 2 && !/\w/.test(word)) return undefined;
  const known = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  const range = {
    start,
    end: known === undefined && role !== 'name' ? plainEndInFlow(line, 0) + start : end,
  };
  const written = text.slice(range.start, range.end);
  return meant(
    text,
    range,
    known ?? written,
    {
      message: known
        ? msg`JSON does not have \`${written}\`. Write \`${known}\`.`
        : msg('This is not a JSON value. Put text in double quotes.'),
      // A single letter is incomplete.
      recovered: word.length > 1,
      remedy:
        word.length < 2
          ? undefined
          : known
            ? markCertain(replacementFix(range, known, msg`Change to \`${known}\``))
            : markCertain(replacementFix(range, doubleQuoted(written), msg('Put it in double quotes'))),
    },
    known === undefined ? 'string' : known === 'null' ? 'null' : 'boolean',
  );
}

/** Text in single, typographic or different quotes. */
function quotedOtherwise(text: string, start: number, line: string): JsonScalar | undefined {
  const typographic = /[\u2018\u201c\u201d\u201e\u00ab\uff02]/.test(line.charAt(0))
    ? TYPOGRAPHIC.exec(line)
    : null;
  if (typographic) {
    const [whole, double, single = ''] = typographic;
    const value = double ?? single;
    const range = { start, end: start + whole.length };
    return meant(text, range, value, {
      message: msg`JSON expects \`"\` around text, not the typographic \`${whole[0]}\`.`,
      remedy: markCertain(replacementFix(range, doubleQuoted(value), TO_DOUBLE)),
    });
  }
  if (!/['`]/.test(line.charAt(0))) return undefined;
  // Most are short: on a long line, little is read for each of them.
  const pattern = /^(['`])[^'`]*\1(?=[ \t]*(?:[:,}\]]|$))/;
  const followed = (pattern.exec(line.slice(0, MAX_SHORT)) ?? pattern.exec(line))?.[0];
  const mixed = followed === undefined ? /^['`]((?:[^"\\]|\\.)*)"(?=[ \t]*(?:[:,}\]]|$))/.exec(line) : null;
  if (mixed) {
    const [whole, value = ''] = mixed;
    return meant(text, { start, end: start + whole.length }, value, {
      message: ONLY_DOUBLE,
      remedy: toDoubleQuote(start),
    });
  }
  const quoted = followed ?? /^(['`])[^'`]*\1/.exec(line)?.[0];
  if (quoted === undefined) return undefined;
  const range = { start, end: start + quoted.length };
  const value = quoted.slice(1, -1);
  return meant(text, range, value, {
    message: ONLY_DOUBLE,
    remedy: markCertain(replacementFix(range, doubleQuoted(value), TO_DOUBLE)),
  });
}

/** Text whose first quote is missing, or after its first character. */
function halfQuoted(text: string, start: number, line: string, role: JsonRole): JsonScalar | undefined {
  const follower = role === 'name' ? '(?=[ \\t]*:)' : '(?=[ \\t]*(?:[,}\\]]|$))';
  const moved = new RegExp(`^(\\w)"([^"\\\\]*)"${follower}`).exec(line);
  if (moved) {
    const [whole, one = '', rest = ''] = moved;
    return meant(text, { start, end: start + whole.length }, one + rest, exchanged(text, start));
  }
  const pattern = role === 'name' ? '^([A-Za-z_][\\w$.-]*)"' : '^((?:[^"\\\\]|\\\\.)*[^"\\\\\\s,{[:])"';
  const unopened = new RegExp(pattern + follower).exec(line);
  if (!unopened) return undefined;
  const [whole, value = ''] = unopened;
  return meant(text, { start, end: start + whole.length }, value, {
    message: role === 'name' ? msg('Expected `"` before this name.') : msg`Expected \`${'"'}\`.`,
    remedy: insertQuote(start),
  });
}

/** A name with its colon is not an expression: the first brace is an extra one. */
const BRACE_BEFORE_OBJECT = /^\{\{\s*"[^"\n\r]*"\s*:/;

/** An expression without quotes; undefined if the braces do not begin one. */
export function readExpression(text: string, start: number, reach: number): JsonScalar | undefined {
  if (!/\{\{|\{"\{/.test(text.slice(start, start + 3))) return undefined;
  const line = restOfLine(text, start, reach);
  // `{"{x}}"`
  const swapped = /^\{"(\{[^"\\]*\}\})"(?=[ \t]*(?:[,}\]]|$))/.exec(line);
  if (swapped) {
    const end = start + swapped[0].length;
    if (text[nextContent(text, end)] === ':') return undefined;
    return meant(text, { start, end }, `{${swapped[1]}`, exchanged(text, start));
  }
  if (
    !line.startsWith('{{') ||
    BRACE_BEFORE_OBJECT.test(text.slice(start, start + MAX_EXAMINED)) ||
    /^\{\{[\s{[]*$/.test(line)
  )
    return undefined;
  const close = expressionEndOnLine(line, 0);
  const range = { start, end: start + plainEndInFlow(line, close ?? 2) };
  const written = text.slice(range.start, range.end);
  // Only the first quote is missing.
  if (written.endsWith('"') && close !== undefined && written.indexOf('"', close) === written.length - 1)
    return meant(text, range, written.slice(0, -1), {
      message: msg`Expected \`${'"'}\`.`,
      remedy: insertQuote(start),
    });
  return meant(text, range, written, {
    kind: 'unquoted-expression',
    message: msg('JSON reads a value that starts with `{{` as an object. Put it in quotes.'),
    remedy: markCertain(replacementFix(range, doubleQuoted(written), msg('Put it in quotes'))),
  });
}
