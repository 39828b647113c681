/**
 * The data of a JSON or YAML file, including what plain JavaScript objects lose: the order of keys that look like
 * numbers, and all digits of numbers.
 */
import type { Address } from '../project/files/paths';
import type { Message } from '../text/message';
import { WrittenScalar } from '../yaml/write/written-scalar';

export type ExchangeData = string | boolean | null | NumberText | readonly ExchangeData[] | DataMap;

export type DataMap = ReadonlyMap<string, ExchangeData>;

/** A number, in the notation of JSON as the community's tool writes it. */
export class NumberText extends WrittenScalar {}

/** Whether data is a number. Tested by its properties, because each bundle has its own class. */
export function isNumberText(data: ExchangeData | undefined): data is NumberText {
  return typeof data === 'object' && data !== null && 'text' in data;
}

/** Whether data is a map; `instanceof` does not narrow `ReadonlyMap`. */
export function isDataMap(data: ExchangeData | undefined): data is DataMap {
  return data instanceof Map;
}

/**
 * Whether two values are the same, apart from the order of keys.
 *
 * @param matches whether two different values count as the same
 */
export function isSameData(
  a: ExchangeData,
  b: ExchangeData,
  matches: (a: ExchangeData, b: ExchangeData) => boolean = () => false,
): boolean {
  if (isNumberText(a) || isNumberText(b))
    return isNumberText(a) && isNumberText(b) && (a.text === b.text || Number(a.text) === Number(b.text));
  if (isDataMap(a) && isDataMap(b)) {
    const isSameAt = ([key, value]: readonly [string, ExchangeData]) => {
      const other = b.get(key);
      return other !== undefined && isSameData(value, other, matches);
    };
    return a.size === b.size && [...a].every(isSameAt);
  }
  if (isDataList(a) && isDataList(b))
    return a.length === b.length && a.every((item, index) => isSameData(item, b[index] ?? null, matches));
  return a === b || matches(a, b);
}

/** Whether data is a list; `Array.isArray` does not narrow read-only arrays. */
export function isDataList(data: ExchangeData | undefined): data is readonly ExchangeData[] {
  return Array.isArray(data);
}

/** Why a file cannot be converted completely. The offsets are UTF-16 code units of the file's text. */
export interface ConversionError {
  readonly address: Address;
  readonly start: number;
  readonly end: number;
  readonly message: Message;
}
