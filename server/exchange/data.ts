/**
 * The data of a file as readers of JSON and YAML get it, with what plain JavaScript would lose: keys in their order
 * also where they look like numbers, and numbers with all of their digits.
 */
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

/** Whether data is a map; a type guard, as those of lists do not know read-only ones. */
export function isDataMap(data: ExchangeData | undefined): data is DataMap {
  return data instanceof Map;
}

/** Why a file cannot be brought over whole; the range is that of the file's text, in UTF-16. */
export interface ConversionError {
  readonly address: string;
  readonly start: number;
  readonly end: number;
  readonly message: Message;
}
