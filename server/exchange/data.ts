/**
 * The data of a JSON or YAML file, including what plain JavaScript objects lose: the order of keys that look like
 * numbers, and all digits of numbers.
 */
import type { Address } from '../project/paths';
import type { Message } from '../text/message';

export type ExchangeData = string | boolean | null | NumberText | readonly ExchangeData[] | DataMap;

export type DataMap = ReadonlyMap<string, ExchangeData>;

/** A number, in the notation of JSON as the community's tool writes it. */
export class NumberText {
  constructor(readonly text: string) {}
}

/** Whether data is a number. Tested by its properties, because each bundle has its own class. */
export function isNumberText(data: ExchangeData | undefined): data is NumberText {
  return typeof data === 'object' && data !== null && 'text' in data;
}

/** Whether data is a map; `instanceof` does not narrow `ReadonlyMap`. */
export function isDataMap(data: ExchangeData | undefined): data is DataMap {
  return data instanceof Map;
}

/** Why a file cannot be converted completely. The offsets are UTF-16 code units of the file's text. */
export interface ConversionError {
  readonly address: Address;
  readonly start: number;
  readonly end: number;
  readonly message: Message;
}
