import type { Json } from '../../../server/run/events';

/** A value as a person edits it: a text as it is, anything else as JSON. */
export function writtenValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** The value of what a person wrote where `example` was offered; `problem` says why it is none. */
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

/** The object of a JSON text, which is empty for no text; a text says why it is none. */
export function objectOf(written: string): { readonly [name: string]: Json } | string {
  if (written.trim() === '') return {};
  const read = readValue(written, null);
  if ('problem' in read) return read.problem;
  const { value } = read;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : '{}';
}
