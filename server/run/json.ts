import type { Json } from './events';

export function isJsonObject(value: unknown): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The value of a JSON text, or a text that is not JSON itself. */
export function jsonOrText(text: string): Json {
  const value = parsedJson(text);
  return value === undefined ? text : value;
}

/** A value for display: a string as it is, anything else as JSON. */
export function displayText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member of a JSON object; undefined for other values, and if it is missing. */
export function jsonMember(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
