import { asCode } from './code-spans';

/**
 * A text for users as data: an English template and its arguments. Analysis returns messages; only the protocol and
 * the command line format them, with `formatMessage`, in the language of the reader.
 */
export type Message = Content & NotPrintable;

interface Content {
  /** English, with a place `{0}`, `{1}`, … for each argument. It is also the key of its translation. */
  readonly template: string;
  readonly arguments: readonly TextOrMessage[];
}

/**
 * For type checks only: the compiler rejects symbols in plain template strings and concatenations, so a message cannot
 * be used as text without `formatMessage`.
 */
type NotPrintable = symbol;

/** A message, or text that is the same in every language: an author's word, code, a number. */
export type TextOrMessage = string | Message;

/** Translations by English template. */
export type Translations = Readonly<Record<string, string>>;

/** Whether there are translations for a locale: for Simplified Chinese. Traditional Chinese is another language. */
export function hasTranslations(locale: string): boolean {
  return /^zh(?!-(?:hant|hk|mo|tw))/i.test(locale);
}

function messageOf(content: Content): Message {
  return content as Message;
}

/**
 * A message, as a tagged template: msg`\`${name}\` is not defined.`. Plural forms are different templates. A text
 * without arguments can be a string: msg('Add a value').
 */
export function msg(
  template: TemplateStringsArray | string,
  ...values: readonly (TextOrMessage | number | undefined)[]
): Message {
  if (typeof template === 'string') return messageOf({ template, arguments: [] });
  const [first = '', ...others] = template;
  return messageOf({
    template: first + others.map((text, index) => `{${index}}${text}`).join(''),
    arguments: values.map((value) => (typeof value === 'object' ? value : String(value))),
  });
}

/** The plural of a noun, which has its own translation. */
export function pluralOf(noun: Message): Message {
  return noun.template.endsWith('s')
    ? noun
    : messageOf({ template: `${noun.template}s`, arguments: noun.arguments });
}

/** Texts one after another, with a separator between them. */
export function joinMessages(texts: readonly TextOrMessage[], separator: TextOrMessage = ''): Message {
  const parts = texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text]));
  return messageOf({ template: parts.map((_, index) => `{${index}}`).join(''), arguments: parts });
}

/** A series in a sentence: "a, b or c". */
export function seriesOf(texts: readonly TextOrMessage[], conjunction: 'and' | 'or' | ','): Message {
  const comma = msg(', ');
  if (conjunction === ',' || texts.length < 2) return joinMessages(texts, comma);
  const last = conjunction === 'and' ? msg(' and ') : msg(' or ');
  return joinMessages([joinMessages(texts.slice(0, -1), comma), ...texts.slice(-1)], last);
}

/** Whether a message has nothing to show. */
export function isBlank(text: TextOrMessage): boolean {
  if (typeof text === 'string') return text === '';
  return /^(?:\{\d+\})*$/.test(text.template) && text.arguments.every(isBlank);
}

/** A text in the language of the translations; in English if there are none, or one is missing. */
export function formatMessage(text: TextOrMessage, translations?: Translations): string {
  if (typeof text === 'string') return text;
  const template = translations ? translated(text.template, translations) : text.template;
  if (text.arguments.length === 0) return template;
  const join = translations ? withSpacing : (left: string, right: string) => left + right;
  let result = '';
  let end = 0;
  for (const { 0: place, 1: number, index } of template.matchAll(/\{(\d+)\}/g)) {
    const argument = text.arguments[Number(number)];
    if (argument === undefined) continue;
    const before = template.slice(end, index);
    end = index + place.length;
    const shown = formatMessage(argument, translations);
    if (!isCodeBoundary(before.at(-1))) result = join(join(result, before), shown);
    else result = join(result, before) + (isCodeBoundary(template[end]) ? withinCode(shown) : shown);
  }
  const rest = template.slice(end);
  return isCodeBoundary(rest[0]) ? result + rest : join(result, rest);
}

/** Templates may start and end with spaces, which translations do not repeat. */
function translated(template: string, translations: Translations): string {
  const translationOf = (text: string) =>
    Object.hasOwn(translations, text) ? translations[text] : undefined;
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(template) ?? [];
  return translationOf(template) ?? before + (translationOf(text) ?? text) + after;
}

function isCodeBoundary(char: string | undefined): boolean {
  return char === '`';
}

/** What is between the backticks of a template, with more of them if it contains any. */
function withinCode(text: string): string {
  return text.includes('`') ? asCode(text).slice(1, -1) : text;
}

/** Two parts of a Chinese text: a space between Han and Latin characters, and none between Han characters. */
function withSpacing(left: string, right: string): string {
  const before = left.trimEnd().slice(-1);
  const after = right.trimStart().slice(0, 1);
  const count = [before, after].filter((char) => HAN.test(char)).length;
  if (before === '' || after === '' || count === 0) return left + right;
  const isTight = count === 2 || [before, after].some((char) => FULL_WIDTH.test(char));
  if (isTight) return left.trimEnd() + right.trimStart();
  return SPACED.test(HAN.test(before) ? after : before)
    ? `${left.trimEnd()} ${right.trimStart()}`
    : left + right;
}

const HAN = /[\p{Script=Han}，。：；、？！（）]/u;
const FULL_WIDTH = /[，。：；、？！（）]/;
const SPACED = /[\p{L}\p{N}`'"{}[\]()<>]/u;
