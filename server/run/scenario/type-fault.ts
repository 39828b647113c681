import { isNumberText } from '../../exchange/data';
import { type Message, msg } from '../../text/message';
import type { SourceValue } from '../conversation/source-value';

/** Values of another type in scenario files, in the words of the rules. */

const TYPES = {
  map: { noun: msg('a map'), accepts: ({ isMap }: SourceValue) => isMap },
  list: { noun: msg('a list'), accepts: ({ isList }: SourceValue) => isList },
  text: { noun: msg('text'), accepts: ({ text }: SourceValue) => text !== undefined },
  /** Numbers and booleans count as text. */
  scalar: { noun: msg('text'), accepts: ({ isMap, isList }: SourceValue) => !isMap && !isList },
  integer: {
    noun: msg('a whole number'),
    accepts: ({ text }: SourceValue) => text !== undefined && Number.isSafeInteger(Number(text)),
  },
} as const;

/** What is wrong with the value of a field; undefined if it has this type or is empty. */
export function typeFault(field: string, value: SourceValue, type: keyof typeof TYPES): Message | undefined {
  if (!value.isGiven || TYPES[type].accepts(value)) return undefined;
  return msg`\`${field}\` expects ${TYPES[type].noun}, not ${valueInWords(value)}.`;
}

/** What is wrong with an item of a list of maps, which must not be empty; undefined if it is a map. */
export function itemFault(list: string, item: SourceValue): Message | undefined {
  if (item.isMap) return undefined;
  const place = msg`An item of \`${list}\``;
  return item.isGiven
    ? msg`${place} expects ${TYPES.map.noun}, not ${valueInWords(item)}.`
    : msg`${place} has no value. Expected ${TYPES.map.noun}.`;
}

function valueInWords({ value, isMap, isList }: SourceValue): Message {
  if (isMap) return msg('a map');
  if (isList) return msg('a list');
  if (typeof value === 'boolean') return msg`the boolean \`${String(value)}\``;
  return isNumberText(value) ? msg`the number ${value.text}` : msg('text');
}
