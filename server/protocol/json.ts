import { engine } from '../engine/engine';
import { LatestResult } from '../engine/latest-result';

/** Lists of immutable items. The next answer usually contains most of them again. */
const cachedLists = new LatestResult<readonly object[], undefined, undefined>();

/** Marks a list whose items are serialised once, even if they are part of several answers. */
export function serializeOnce<T extends object>(items: T[]): T[] {
  cachedLists.set(items, undefined, undefined);
  return items;
}

/** As bytes, because encoding a text with non-Latin characters takes longer than serialising it. */
const jsonOf = engine.query('JSON', (item: object): Buffer => Buffer.from(JSON.stringify(item)));

/**
 * The JSON of a message, in Node only. Serialising the whole outline of a large file, or all of its diagnostics, would
 * take longer than computing them after an edit.
 */
export function serializeMessage(message: object): Buffer {
  const { result, ...others } = message as { readonly result?: unknown };
  const json = cachedJson(result);
  if (json === undefined) return Buffer.from(JSON.stringify(message));
  return Buffer.concat(withMember(others, 'result', json));
}

/** The JSON of a result that contains a list of cached items; undefined for others. */
function cachedJson(result: unknown): Buffer[] | undefined {
  if (Array.isArray(result)) return listJson(result);
  const { items, ...others } = (result ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items) || !cachedLists.get(items)) return undefined;
  return withMember(others, 'items', joined(items));
}

/** The JSON of a list of cached items, or of one item with such children; undefined for other values. */
function listJson(list: readonly { readonly children?: readonly object[] }[]): Buffer[] | undefined {
  if (cachedLists.get(list)) return joined(list);
  const [only] = list;
  if (list.length !== 1 || only?.children === undefined || !cachedLists.get(only.children)) return undefined;
  const { children, ...root } = only;
  return [Buffer.from('['), ...withMember(root, 'children', joined(children)), Buffer.from(']')];
}

function joined(items: readonly object[]): Buffer[] {
  const comma = Buffer.from(',');
  const pieces = items.flatMap((item, index) => (index === 0 ? [jsonOf(item)] : [comma, jsonOf(item)]));
  return [Buffer.from('['), ...pieces, Buffer.from(']')];
}

/** The JSON of an object with one more member. */
function withMember(object: object, name: string, json: readonly Buffer[]): Buffer[] {
  const others = JSON.stringify(object).slice(0, -1);
  const comma = others === '{' ? '' : ',';
  return [Buffer.from(`${others}${comma}"${name}":`), ...json, Buffer.from('}')];
}
