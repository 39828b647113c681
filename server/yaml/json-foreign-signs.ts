import { lineEnd, lineStart, nextContent, nextLine, previousContent } from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { asString } from './json-string';
import { markCertain, replacementFix } from './mistake';
import { omitInJson, type Repair } from './repair';

/** Characters of other languages and keyboards in place of JSON's own. */

/** The repair of a character that JSON does not have. */
export function foreignSign(text: string, at: number, length: number): Repair | undefined {
  return otherSign(text, at) ?? hashComment(text, at) ?? typographicQuotes(text, at, length) ?? sum(text, at);
}

/** `=`, `=>` or a full-width colon after a name; a full-width comma after a value. */
function otherSign(text: string, at: number): Repair | undefined {
  const written = /^(?:=>?|：|，)/.exec(text.slice(at, at + 2))?.[0];
  const end = previousContent(text, at);
  if (written === undefined || end === 0) return undefined;
  const isComma = written === '，';
  if (!isComma && text[end - 1] !== '"') return undefined;
  const sign = isComma ? ',' : ':';
  const range = { start: at, end: at + written.length };
  return {
    patch: { start: at, text: sign.padEnd(written.length) },
    problem: {
      kind: 'syntax',
      recovered: true,
      ...range,
      message: msg`Expected \`${sign}\` instead of \`${written}\`.`,
      remedy: markCertain(replacementFix(range, sign, msg`Change to \`${sign}\``)),
    },
  };
}

/** A `#` comment, as in YAML. */
function hashComment(text: string, at: number): Repair | undefined {
  if (text[at] !== '#') return undefined;
  const start = lineStart(text, at);
  if (text.slice(start, at).trim() !== '') return undefined;
  const range = { start: at, end: lineEnd(text, at) };
  return omitInJson(text, range, {
    kind: 'syntax',
    recovered: true,
    ...range,
    message: msg('JSON does not allow comments that start with `#`. Remove the line.'),
    remedy: replacementFix({ start, end: nextLine(text, at) }, '', msg('Remove the line')),
  });
}

const TYPOGRAPHIC =
  /^[\u201c\u201d\u201e\u00ab\uff02]([^\u201c\u201d\u201e\u00ab\u00bb\uff02"\n\r]*)[\u201c\u201d\u00bb\uff02]/;

/** A string in typographic quotes. */
function typographicQuotes(text: string, at: number, length: number): Repair | undefined {
  const written = TYPOGRAPHIC.exec(text.slice(at));
  if (written === null || written[0].length < 2 || length === 0) return undefined;
  const [whole, value = ''] = written;
  const range = { start: at, end: at + whole.length };
  return asString(text, range, value, {
    message: msg`JSON expects \`"\` around text, not the typographic \`${whole[0]}\`.`,
    remedy: markCertain(replacementFix(range, JSON.stringify(value), msg('Change to double quotes'))),
  });
}

const STRING = /"(?:[^"\\\n\r]|\\.)*"/;
const SUM = new RegExp(`^(${STRING.source})(?:\\s*\\+\\s*${STRING.source})+`);

/** `"a" + "b"`, which a program would concatenate. */
function sum(text: string, at: number): Repair | undefined {
  if (text[at] !== '+') return undefined;
  const end = previousContent(text, at);
  const start = text[end - 1] === '"' ? firstQuote(text, end - 1) : undefined;
  const written = start === undefined ? undefined : SUM.exec(text.slice(start, start + MAX_SUM))?.[0];
  if (start === undefined || written === undefined) return undefined;
  const value = (written.match(new RegExp(STRING, 'g')) ?? []).map((one) => one.slice(1, -1)).join('');
  const range = { start, end: start + written.length };
  return asString(text, range, value, {
    message: msg('JSON does not have operators. Write a single string.'),
    remedy: markCertain(replacementFix(range, `"${value}"`, msg('Join the strings'))),
  });
}

/** Limit of joined strings, in characters. */
const MAX_SUM = 10_000;

function firstQuote(text: string, end: number): number | undefined {
  for (let at = end - 1; at >= lineStart(text, end); at--)
    if (text[at] === '"' && text[at - 1] !== '\\') return at;
  return undefined;
}

/** Limit of lines of a string. */
const MAX_LINES = 50;

/** A string that continues on the following lines, up to a quote that can end it, without an entry in between. */
export function stringOverLines(text: string, start: number): Repair | undefined {
  if (text[start] !== '"') return undefined;
  const range = rangeOverLines(text, start);
  if (range === undefined) return undefined;
  const value = text.slice(start + 1, range.end - 1);
  return asString(text, range, value, {
    message: msg('A string cannot continue on the next line. Write the line break as `\\n`.'),
    remedy: markCertain(
      replacementFix(range, `"${value.replace(/\r?\n|\r/g, '\\n')}"`, msg('Write the line breaks as \\n')),
    ),
  });
}

function rangeOverLines(text: string, start: number): Range | undefined {
  // If the string could end on its own line, a quote is missing there instead.
  if (/[,\]}]\s*$/.test(text.slice(start, lineEnd(text, start)))) return undefined;
  let at = nextLine(text, start);
  for (let count = 0; count < MAX_LINES && at < text.length; count++, at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    const quote = line.indexOf('"');
    if (quote < 0) {
      if (/^\s*[{}[\]]/.test(line)) return undefined;
      continue;
    }
    const isFirst = nextContent(text, at) === at + quote;
    const closes = /^"\s*(?:[,}\]]|$)/.test(line.slice(quote));
    return closes && !(isFirst && /^\s*"\s*:/.test(line)) && line[quote - 1] !== '\\'
      ? { start, end: at + quote + 1 }
      : undefined;
  }
  return undefined;
}
