import { codeSpan } from '../text/markdown-text';
import { isBlank, joinMessages, type Message, msg, seriesOf } from '../text/message';

/**
 * Markdown with text from users. Text from files must always go through `inlineCode`, and descriptions in files of
 * modules through `proseText`: neither can contain links, HTML, images or commands.
 */

/** Longer texts are cut. In characters. */
const MAX_CODE = 80;

/** Any text as a code span on one line. */
export function inlineCode(text: string, max = MAX_CODE): Message {
  return msg`${codeSpan(text, max)}`;
}

/** A name, usually of the format: bold if it contains no Markdown syntax, otherwise as code. */
export function boldName(name: string): Message {
  return isWords(name) ? msg`**${name}**` : inlineCode(name);
}

/** A name within a sentence: plain if it contains no Markdown syntax, otherwise as code. */
export function plainOrCode(name: string): Message {
  return isWords(name) ? msg(name) : inlineCode(name);
}

/** The same for a value, which has no translation. */
export function valueOrCode(value: string): Message {
  return isWords(value) ? msg`${value}` : inlineCode(value);
}

function isWords(name: string): boolean {
  const special = /[`*<>[\]\\~\p{Cc}\p{Bidi_Control}]|_\b|\b_|:\/\/|www\./u;
  return name.trim() !== '' && !special.test(name);
}

/** Items separated by commas; after `max` items, only the number of the others. */
export function commaList(items: readonly Message[], max = 5): Message {
  return limitedList(items.length, items, (item) => item, max);
}

/** A line with a list after its label; undefined if the list is empty. */
export function listLine(label: Message, items: readonly Message[]): Message | undefined {
  return items.length > 0 ? msg`${label}: ${commaList(items)}` : undefined;
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
