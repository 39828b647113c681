import { maxOf } from '../text/append';
import { isBlank, joinMessages, type Message, msg, seriesOf } from '../text/message';

/**
 * Markdown with text from users. Text from files must always go through `inlineCode`: code spans cannot contain
 * links, HTML, images or commands.
 */

/** Longer texts are cut. In characters. */
const MAX_CODE = 80;

/**
 * Any text as a code span on one line, fenced with more backticks than it contains in a row. White space, line breaks
 * and characters that change the writing direction become single spaces; text without visible characters becomes
 * `""`.
 */
export function inlineCode(text: string, max = MAX_CODE): Message {
  return msg`${codeSpan(text, max)}`;
}

function codeSpan(text: string, max: number): string {
  const line = cut(text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim(), max);
  if (line === '') return '`""`';
  if (!line.includes('`')) return `\`${line}\``;
  const runs = line.match(/`+/g)?.map(({ length }) => length) ?? [];
  const fence = '`'.repeat(maxOf(runs, 0) + 1);
  // Otherwise a backtick at either end would be read as part of the fence.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return fence + pad + line + pad + fence;
}

/** The first characters of a text, with a mark if it is cut. Never splits a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = [...text.slice(0, 2 * max + 2)];
  return head.length > max ? `${head.slice(0, max - 1).join('')}…` : text;
}

/** A name, usually of the format: bold if it contains no Markdown syntax, otherwise as code. */
export function boldName(name: string): Message {
  return isWords(name) ? msg`**${name}**` : inlineCode(name);
}

/** A name within a sentence: plain if it contains no Markdown syntax, otherwise as code. */
export function plainOrCode(name: string): Message {
  return isWords(name) ? msg(name) : inlineCode(name);
}

function isWords(name: string): boolean {
  const signs = /[`*<>[\]\\~\p{Cc}\p{Bidi_Control}]|_\b|\b_|:\/\/|www\./u;
  return name.trim() !== '' && !signs.test(name);
}

/** Items separated by commas; after `max` items, only the number of the others. */
export function commaList(items: readonly Message[], max = 5): Message {
  return limitedList(items.length, items, (item) => item, max);
}

/** A `commaList` of `count` items, which computes only those that are shown. */
export function limitedList<T>(
  count: number,
  items: Iterable<T>,
  toText: (item: T) => Message,
  max = 5,
): Message {
  const more = count - max;
  // Leaving out a single item would save nothing.
  const shown = more <= 1 ? count : max;
  const texts: Message[] = [];
  for (const item of items) {
    if (texts.length >= shown) break;
    texts.push(toText(item));
  }
  const all = seriesOf(texts, ',');
  return shown < count ? msg`${all} and ${more} more` : all;
}

/** Paragraphs; undefined and empty ones are left out. */
export function paragraphs(...parts: readonly (Message | undefined)[]): Message {
  return joinMessages(written(parts), '\n\n');
}

/** Lines of a list; undefined and empty ones are left out. */
export function bulletList(...lines: readonly (Message | undefined)[]): Message {
  return joinMessages(
    written(lines).map((line) => msg`- ${line}`),
    '\n',
  );
}

/** Facts on one line, separated by middle dots. */
export function factLine(...parts: readonly (Message | undefined)[]): Message {
  return joinMessages(written(parts), ' · ');
}

function written(parts: readonly (Message | undefined)[]): Message[] {
  return parts.filter((part) => part !== undefined && !isBlank(part)) as Message[];
}
