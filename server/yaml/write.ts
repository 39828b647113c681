import { withoutAtEnd } from '../text/lines';
import type { Range } from '../text/range';
import { loaderProblems } from './loader-problems';
import { parseYaml } from './parse';
import { doubleQuoted, fitsSingleQuotes, needsEscapes, singleQuoted } from './quotes';
import { containerOf, type MapNode, type ScalarNode } from './tree';
import type { Notation } from './unit';
import { descendantsOf } from './visit';
import { WrittenScalar } from './written-scalar';
import { readAs11, readAs12 } from './yaml-1-1';

/**
 * How scalars, keys, lists and maps are written, by all who write YAML or JSON. Whether a text needs quotes is not
 * decided by rules of its own: the text is written without them, and read.
 */

export type Writable = string | number | boolean | null | WrittenScalar | readonly Writable[] | WritableMap;

/** A `Map` keeps the order of keys that look like numbers. */
export type WritableMap = ReadonlyMap<string, Writable> | { readonly [key: string]: Writable };

/** The style of the text around a scalar: block YAML, flow YAML, or JSON (also flow YAML that looks like it). */
export type Writing = 'block' | 'flow' | 'json';

/** The style of a map, which added entries use. */
export function writingOf(map: MapNode, notation: Notation): Writing {
  if (notation === 'json') return 'json';
  if (!map.flow) return 'block';
  const key = map.pairs[0]?.key;
  return key?.kind === 'scalar' && key.style === 'double' ? 'json' : 'flow';
}

export type QuoteStyle = 'single' | 'double';

/** A text as a value or key on one line, in quotes if it needs them. */
export function scalarText(text: string, writing: Writing): string {
  if (writing !== 'json' && isPlain(text, writing)) return text;
  return quotedText(text, writing === 'json' || isPlainInDouble(text) ? 'double' : 'single');
}

/** A text in quotes; in double ones if single ones cannot represent it. */
export function quotedText(text: string, quote: QuoteStyle): string {
  return quote === 'single' && fitsSingleQuotes(text) ? singleQuoted(text) : doubleQuoted(text);
}

/** A text between existing quotes, or in a scalar without; undefined if it cannot be written there. */
export function textInQuotes(text: string, quote: QuoteStyle): string | undefined {
  if (quote === 'single' && !fitsSingleQuotes(text)) return undefined;
  return quotedText(text, quote).slice(1, -1);
}

/**
 * The edit that gives a scalar another text, in the same quotes if these can represent it.
 *
 * @param content the range of the old text, inside of the quotes
 */
export function scalarEdit(
  scalar: ScalarNode,
  content: Range,
  text: string,
  notation: Notation,
): { readonly range: Range; readonly text: string } {
  const { start, end, style } = scalar;
  if (style === 'plain') {
    const flow = containerOf(scalar)?.flow === true ? 'flow' : 'block';
    return { range: content, text: scalarText(text, notation === 'json' ? 'json' : flow) };
  }
  if (style !== 'single' && style !== 'double') return { range: content, text };
  const inside = textInQuotes(text, style);
  return inside === undefined
    ? { range: { start, end }, text: quotedText(text, 'double') }
    : { range: content, text: inside };
}

/** Whether double quotes need no escape sequence, while single quotes do. */
function isPlainInDouble(text: string): boolean {
  return text.includes("'") && !/["\\]/.test(text);
}

/** A fast answer for most texts: words that no reader takes for anything but text, if they are no keyword or number. */
const WORDS = /^[\p{L}_][\p{L}\p{N}_-]*(?:[ ./][\p{L}_][\p{L}\p{N}_-]*)*$/u;
/** Text that is in quotes although it need not be: expressions, and what is hard to see. */
const QUOTED = /\{\{|\}\}|[^\S ]|(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/u;
/** YAML allows no longer keys, so a longer text can only be a value. */
const MAX_KEY_LENGTH = 1000;

/** Whether YAML 1.1, YAML 1.2 and the authors' loader read a text without quotes as the same text. */
export function isPlain(text: string, writing: 'block' | 'flow'): boolean {
  if (readAs11(text)?.kind !== 'text' || readAs12(text).kind !== 'text') return false;
  if (WORDS.test(text)) return true;
  if (QUOTED.test(text)) return false;
  const key = text.length > MAX_KEY_LENGTH ? 'x' : text;
  const pair = `${key}: ${text}`;
  const source = writing === 'block' ? `${pair}\nx:\n  ${pair}\n` : `{ ${pair}, x: [${text}], ${pair} }\n`;
  const { root, problems } = parseYaml(source);
  if (problems.length > 0 || loaderProblems(source, root).length > 0) return false;
  const read = [...descendantsOf(root)].map((node) => (node.kind === 'scalar' ? node.value : node.kind));
  const pairs = [key, text, 'x', ...(writing === 'block' ? ['map'] : ['seq', text]), key, text];
  return read.join('\n') === ['map', ...pairs].join('\n');
}

/** A value on one line. All its texts have the same quotes, if any are given. */
export function inlineValue(value: Writable, writing: Writing, quotes?: QuoteStyle): string {
  const inner = writing === 'block' ? 'flow' : writing;
  if (isList(value)) return `[${value.map((item) => inlineValue(item, inner, quotes)).join(', ')}]`;
  if (isMap(value)) {
    const fields = entriesOf(value).map(([key, one]) => inlineField(key, one, inner, quotes));
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  if (typeof value !== 'string') return otherScalar(value);
  return quotes && writing !== 'json' ? quotedText(value, quotes) : scalarText(value, writing);
}

/** A field on one line. Its key has quotes only if it needs them. */
export function inlineField(key: string, value: Writable, writing: Writing, quotes?: QuoteStyle): string {
  const isQuoted = quotes && writing !== 'json' && !isPlain(key, writing);
  const name = isQuoted ? quotedText(key, quotes) : scalarText(key, writing);
  return `${name}: ${inlineValue(value, writing, quotes)}`;
}

/** A text as a comment on a line of its own. */
export function commentText(text: string): string {
  return `# ${text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]+/gu, ' ').trim()}\n`;
}

/** A map as a whole text in block style. */
export function blockText(map: WritableMap): string {
  const lines = blockFields(map);
  return lines.length === 0 ? '{}\n' : `${lines.join('\n')}\n`;
}

/** The lines of a map in block style, the first one at column 0; none for an empty map. */
export function blockFields(map: WritableMap): string[] {
  return entriesOf(map).flatMap(([key, value]) => blockField(key, value));
}

/** The lines of a field in block style, the first one at column 0. */
export function blockField(key: string, value: Writable): string[] {
  const { after, below } = blockValue(value);
  return [`${scalarText(key, 'block')}:${after}`, ...below];
}

/** A value in block style. */
interface BlockValue {
  /** The text after the colon, with a space before it unless it is empty. */
  readonly after: string;
  /** The lines below, relative to the column of the key. */
  readonly below: readonly string[];
}

export function blockValue(value: Writable): BlockValue {
  const nested = nestedLines(value);
  if (nested) return { after: '', below: indented(nested) };
  const [first = '', ...below] = scalarLines(value);
  return { after: ` ${first}`, below };
}

/** The lines of a map or list; undefined for an empty one, and for other values. */
function nestedLines(value: Writable): string[] | undefined {
  const lines = isList(value) ? value.flatMap(itemLines) : isMap(value) ? blockFields(value) : [];
  return lines.length > 0 ? lines : undefined;
}

function itemLines(item: Writable): string[] {
  const nested = nestedLines(item);
  if (nested) return nested.map((line, index) => (index === 0 ? `- ${line}` : line && `  ${line}`));
  const [first = '', ...rest] = scalarLines(item);
  return [`- ${first}`, ...rest];
}

/** A value without keys or items; the lines after the first one are already indented. */
function scalarLines(value: Writable): string[] {
  const lines = typeof value === 'string' ? literalBlock(value) : undefined;
  return lines ?? [inlineValue(value, 'block')];
}

/** Text of several lines as a literal block; undefined if it has one line, or is not read back as the same text. */
function literalBlock(text: string): string[] | undefined {
  if (!text.includes('\n') || needsEscapes(text) || text.trim() === '') return undefined;
  const content = withoutAtEnd(text, '\n');
  const breaks = text.length - content.length;
  const chomping = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  // If the first line does not show the indentation of the text, an indicator is needed.
  const indent = /^[ \t\n]/.test(content) ? '2' : '';
  const empty = Array.from({ length: Math.max(0, breaks - 1) }, () => '');
  const lines = [`|${indent}${chomping}`, ...indented(content.split('\n')), ...empty];
  const source = `x: ${lines.join('\n')}\ny: 1\n`;
  const { root, problems } = parseYaml(source);
  const value = root?.kind === 'map' ? root.pairs[0]?.value : undefined;
  const isSame = problems.length === 0 && value?.kind === 'scalar' && value.value === text;
  return isSame && loaderProblems(source, root).length === 0 ? lines : undefined;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => line && `  ${line}`);
}

function otherScalar(value: number | boolean | null | WrittenScalar): string {
  const text = value instanceof WrittenScalar ? value.text : String(value);
  // `1e+16` is text in YAML 1.1, because it has no decimal point.
  return /^-?\d+e/.test(text) ? text.replace('e', '.0e') : text;
}

function entriesOf(map: WritableMap): [string, Writable][] {
  return map instanceof Map ? [...map] : Object.entries(map);
}

function isList(value: Writable): value is readonly Writable[] {
  return Array.isArray(value);
}

function isMap(value: Writable): value is WritableMap {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof WrittenScalar);
}
