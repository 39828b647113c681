import { specOf } from '../format/objects';
import type { Step } from '../format/walk';
import { nearest } from '../text/nearest';

/**
 * The field that is most likely meant by a key which its object does not have, among those that are not there yet:
 * what it would define is out of sight until the key is put right. Undefined for fields, and for any key of an open
 * object.
 */
export function meantField({ field, pair, parent }: Step): string | undefined {
  if (field !== undefined || pair === undefined || parent?.type.kind !== 'object') return undefined;
  const { extra, fields } = specOf(parent.type.object);
  if (extra === 'open') return undefined;
  const written = new Set(pair.parent.pairs.map(({ name }) => name));
  if (fields.some(({ name }) => name === pair.name)) return undefined;
  const open = fields.filter(({ name, hidden }) => !hidden && !written.has(name));
  return nearest(
    pair.name,
    open.map(({ name }) => name),
    1,
  )[0];
}
