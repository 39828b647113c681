import type { MapNode } from '../yaml/tree';

/** How quick fixes write values into a file. */

export type WritableValue =
  | string
  | number
  | boolean
  | readonly WritableValue[]
  | { readonly [key: string]: WritableValue };

/** The style of the surrounding text: block YAML, flow YAML, or JSON (also flow YAML that looks like it). */
type Writing = 'block' | 'flow' | 'json';

/** The style of a map, which added entries use. */
export function writingOf(map: MapNode, notation: 'yaml' | 'json'): Writing {
  if (notation === 'json') return 'json';
  if (!map.flow) return 'block';
  const key = map.pairs[0]?.key;
  return key?.kind === 'scalar' && key.style === 'double' ? 'json' : 'flow';
}

/** Text that YAML 1.1 and 1.2 read as the same string without quotes, in block and flow style. */
const PLAIN = /^[A-Za-z_][\w-]*(?:[ .][\w-]+)*$/;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A string as a scalar: plain if that is safe. */
export function textScalar(text: string, writing: Writing): string {
  if (writing === 'json' || /[\n\r\t]/.test(text)) return JSON.stringify(text);
  return PLAIN.test(text) && !WORDS.test(text) ? text : quoteText(text, "'");
}

/** A string in quotes of this kind. */
export function quoteText(text: string, quote: '"' | "'"): string {
  const isEscaped = quote === '"' || /[\n\r\t]/.test(text);
  return isEscaped ? JSON.stringify(text) : `'${text.replace(/'/g, "''")}'`;
}

/** A value on one line. */
export function inlineValue(value: WritableValue, writing: Writing): string {
  if (typeof value === 'string') return textScalar(value, writing);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map((item) => inlineValue(item, writing)).join(', ')}]`;
  const entries = Object.entries(value).map(([key, one]) => inlineField(key, one, writing));
  if (entries.length === 0) return '{}';
  return writing === 'json' ? `{ ${entries.join(', ')} }` : `{${entries.join(', ')}}`;
}

/** A field on one line. */
export function inlineField(key: string, value: WritableValue, writing: Writing): string {
  return `${textScalar(key, writing)}: ${inlineValue(value, writing)}`;
}

/** A field as lines of block YAML, the first one at column 0. */
export function blockField(key: string, value: WritableValue): string[] {
  const name = textScalar(key, 'block');
  if (typeof value !== 'object' || isList(value) || Object.keys(value).length === 0) {
    return [`${name}: ${inlineValue(value, 'flow')}`];
  }
  const inner = Object.entries(value).flatMap(([below, one]) => blockField(below, one));
  return [`${name}:`, ...inner.map((line) => `  ${line}`)];
}

function isList(value: WritableValue): value is readonly WritableValue[] {
  return Array.isArray(value);
}
