import { maxOf } from '../text/append';
import { isBlank, joinMessages, type Message, msg, seriesOf } from '../text/message';

/**
 * Markdown that holds words of a user. What comes from a file goes through `inlineCode` and through nothing else: in a
 * code span there are no links, no HTML, no images and no commands.
 */

/** Longer texts are cut. In characters. */
const MAX_CODE = 80;

/**
 * A text of any content as a code span on one line: with more backticks around it than it has in a row. Blanks,
 * line breaks and signs that turn the direction of writing become single spaces; text without any visible character becomes `""`.
 */
export function inlineCode(text: string, max = MAX_CODE): Message {
  return msg`${codeSpan(text, max)}`;
}

function codeSpan(text: string, max: number): string {
  const line = cut(text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim(), max);
  if (line === '') return '`""`';
  if (!line.includes('`')) return `\`${line}\``;
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(
    maxOf(
      runs.map((run) => run.length),
      0,
    ) + 1,
  );
  // Otherwise a backtick at an end would be taken for one of the fence.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return fence + pad + line + pad + fence;
}

/** The first characters of a text, and a mark where others are left out. Never cuts a character in two. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = [...text.slice(0, 2 * max + 2)];
  return head.length > max ? `${head.slice(0, max - 1).join('')}…` : text;
}

/** A name, most often one of the format: in bold where nothing in it means something in Markdown, else as code. */
export function boldName(name: string): Message {
  return isWords(name) ? msg`**${name}**` : inlineCode(name);
}

/** The same in a sentence: as it is, or as code. */
export function plainOrCode(name: string): Message {
  return isWords(name) ? msg(name) : inlineCode(name);
}

function isWords(name: string): boolean {
  const signs = /[`*<>[\]\\~\p{Cc}\p{Bidi_Control}]|_\b|\b_|:\/\/|www\./u;
  return name.trim() !== '' && !signs.test(name);
}

/** Items separated by commas; after the first few, only how many there are. */
export function commaList(items: readonly Message[], max = 5): Message {
  return limitedList(items.length, items, (item) => item, max);
}

/** The same for a number of items, possibly thousands: only those that are shown are computed. */
export function limitedList<T>(
  count: number,
  items: Iterable<T>,
  toText: (item: T) => Message,
  max = 5,
): Message {
  const more = count - max;
  // To leave out a single one would save nothing.
  const shown = more <= 1 ? count : max;
  const texts: Message[] = [];
  for (const item of items) {
    if (texts.length >= shown) break;
    texts.push(toText(item));
  }
  const all = seriesOf(texts, ',');
  return shown < count ? msg`${all} and ${more} more` : all;
}

/** Paragraphs; what is undefined or empty is left out. */
export function paragraphs(...parts: readonly (Message | undefined)[]): Message {
  return joinMessages(written(parts), '\n\n');
}

/** Lines of a list; what is undefined or empty is left out. */
export function bulletList(...lines: readonly (Message | undefined)[]): Message {
  return joinMessages(
    written(lines).map((line) => msg`- ${line}`),
    '\n',
  );
}

/** Facts on one line, separated by dots in the middle. */
export function factLine(...parts: readonly (Message | undefined)[]): Message {
  return joinMessages(written(parts), ' · ');
}

function written(parts: readonly (Message | undefined)[]): Message[] {
  return parts.filter((part) => part !== undefined && !isBlank(part)) as Message[];
}
