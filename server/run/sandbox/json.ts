import { append } from '../../text/append';
import { isRecord } from '../../text/own-value';
import type { Json } from '../conversation/events';

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The value of a JSON text, or the text itself if it is not JSON that can be written again. */
export function jsonOrText(text: string): Json {
  const value = parsedJson(text);
  return value === undefined || hasInfiniteNumber(value) ? text : value;
}

/** Whether parsed JSON has a number that is too large, such as `1e400`: it is infinite, and cannot be written again. */
export function hasInfiniteNumber(value: Json): boolean {
  const left: Json[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === 'number' && !Number.isFinite(one)) return true;
    if (typeof one === 'object' && one !== null) append(left, Object.values(one));
  }
  return false;
}

/** A value for display: a string as it is, anything else as JSON. */
export function displayText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member of a JSON object; undefined for other values, and if it is missing. */
export function jsonMember(value: Json | undefined, name: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
