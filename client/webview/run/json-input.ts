import type { Json } from '../../../server/run/conversation/events';
import { isRecord } from '../../../server/text/own-value';

/** A value for editing: text unchanged, other values as JSON. */
export function writtenValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** Parses an edited value: as text if `example` is text, otherwise as JSON. `problem` is the parse error. */
export function readValue(
  written: string,
  example: Json,
): { readonly value: Json } | { readonly problem: string } {
  if (typeof example === 'string') return { value: written };
  try {
    return { value: JSON.parse(written) as Json };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Parses a JSON object, which is empty for an empty text. Returns a message if the text is not an object. */
export function objectOf(written: string): { readonly [name: string]: Json } | string {
  if (written.trim() === '') return {};
  const read = readValue(written, null);
  if ('problem' in read) return read.problem;
  const { value } = read;
  return isRecord(value) ? value : '{}';
}
