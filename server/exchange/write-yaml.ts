import { parseYaml } from '../yaml/parse';
import { readAs11, readAs12 } from '../yaml/yaml-1-1';
import { NumberText } from './data';

/** Represents `!oneline path` in data. */
export class IncludedText {
  constructor(readonly path: string) {}
}

/** Represents `!include folder` in data. */
export class IncludedFolder {
  constructor(readonly path: string) {}
}

export type Writable =
  | string
  | boolean
  | null
  | NumberText
  | IncludedText
  | IncludedFolder
  | readonly Writable[]
  | WritableMap;
type WritableMap = ReadonlyMap<string, Writable>;

/**
 * A map as block YAML with the same meaning in YAML 1.1 and 1.2. Text with several lines becomes a block scalar; quotes
 * appear only where they are required, and around text that contains `{{`.
 */
export function writeYaml(map: WritableMap): string {
  return map.size === 0 ? '{}\n' : `${mapLines(map).join('\n')}\n`;
}

/** The lines of a map or list, starting at column 0. */
function mapLines(map: WritableMap): string[] {
  return [...map].flatMap(([key, value]) => {
    const [first, ...rest] = valueLines(value);
    return [`${keyText(key)}:${first}`, ...rest];
  });
}

/** The text after the colon, with a space before it unless it is empty, and the indented lines below it. */
function valueLines(value: Writable): [string, ...string[]] {
  if (isWritableMap(value) && value.size > 0) return ['', ...indented(mapLines(value))];
  if (isWritableList(value) && value.length > 0) return ['', ...indented(listLines(value))];
  const [first = '', ...rest] = scalarLines(value);
  return [` ${first}`, ...rest];
}

function listLines(items: readonly Writable[]): string[] {
  return items.flatMap((item) => {
    const inner =
      isWritableMap(item) && item.size > 0
        ? mapLines(item)
        : isWritableList(item) && item.length > 0
          ? listLines(item)
          : undefined;
    if (inner) return inner.map((line, index) => (index === 0 ? `- ${line}` : line && `  ${line}`));
    const [first = '', ...rest] = scalarLines(item);
    return [`- ${first}`, ...rest];
  });
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => line && `  ${line}`);
}

/** A value without keys or items; the lines after the first one are indented below it. */
function scalarLines(value: Writable): string[] {
  if (value instanceof IncludedText) return [`!oneline ${textScalar(value.path)}`];
  if (value instanceof IncludedFolder) return [`!include ${textScalar(value.path)}`];
  if (value instanceof NumberText) return [numberScalar(value)];
  if (typeof value === 'string') return blockLines(value) ?? [textScalar(value)];
  if (isWritableMap(value)) return ['{}'];
  return isWritableList(value) ? ['[]'] : [String(value)];
}

/** `1e+16` is text in YAML 1.1, because it has no decimal point. */
function numberScalar({ text }: NumberText): string {
  return /^-?\d+e/.test(text) ? text.replace('e', '.0e') : text;
}

/** Characters that cannot appear in YAML as they are, or that some readers take for line breaks. */
const UNWRITABLE =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Text of several lines as a literal block; undefined if it has one line, or is not read back as the same text. */
function blockLines(text: string): string[] | undefined {
  if (!text.includes('\n') || UNWRITABLE.test(text) || text.trim() === '') return undefined;
  let last = text.length;
  while (text[last - 1] === '\n') last--;
  const content = text.slice(0, last);
  if (/[ \t]$/.test(content)) return undefined;
  const end = text.length - last;
  const chomping = end === 0 ? '-' : end === 1 ? '' : '+';
  // If the first line does not show the indentation of the text, an indicator is needed.
  const indent = /^[ \t\n]/.test(content) ? '2' : '';
  const empty = Array.from({ length: Math.max(0, end - 1) }, () => '');
  const lines = [`|${indent}${chomping}`, ...indented(content.split('\n')), ...empty];
  const { root, problems } = parseYaml(`x: ${lines.join('\n')}\ny: 1\n`);
  const value = root?.kind === 'map' ? root.pairs[0]?.value : undefined;
  const isSame = problems.length === 0 && value?.kind === 'scalar' && value.value === text;
  return isSame ? lines : undefined;
}

/** Text that needs no quotes: it has no indicator of YAML, and both versions read it as text. */
const PLAIN = /^[\p{L}\p{N}\p{Extended_Pictographic}_.(/$](?:[^\n:#]|:(?![\s]|$)|(?<!\s)#)*$/u;
const PLAIN_KEY = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
/** Words that some readers take for Booleans or null. */
const BOOLEAN_WORDS = /^(?:y|n|null)$/i;

function textScalar(text: string): string {
  const isPlain = PLAIN.test(text) && !/\s$|\t|\{\{|\}\}/.test(text) && !UNWRITABLE.test(text);
  return isPlain && isReadAsText(text) ? text : quoted(text);
}

export type ScalarQuotes = 'double' | 'single' | 'as required';

/** A text as a scalar on one line that is also valid within brackets: without quotes only if it needs none. */
export function inlineScalar(text: string, style: ScalarQuotes = 'as required'): string {
  if (style === 'double' || /[\n\t]/.test(text) || UNWRITABLE.test(text)) return doubleQuoted(text);
  if (style === 'single') return `'${text.replaceAll("'", "''")}'`;
  return /[[\]{},]/.test(text) ? quoted(text) : textScalar(text);
}

function keyText(key: string): string {
  return PLAIN_KEY.test(key) && isReadAsText(key) ? key : quoted(key);
}

function isReadAsText(text: string): boolean {
  return readAs11(text)?.kind === 'text' && readAs12(text).kind === 'text' && !BOOLEAN_WORDS.test(text);
}

function quoted(text: string): string {
  if (/[\n\t]/.test(text) || UNWRITABLE.test(text)) return doubleQuoted(text);
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", "''")}'`;
}

function doubleQuoted(text: string): string {
  const every = new RegExp(UNWRITABLE.source, 'g');
  // The escape sequences of JSON are valid in YAML.
  return JSON.stringify(text).replace(
    every,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isWritableMap(value: Writable): value is WritableMap {
  return value instanceof Map;
}

function isWritableList(value: Writable): value is readonly Writable[] {
  return Array.isArray(value);
}
