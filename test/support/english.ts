import { formatMessage, type TextOrMessage } from '../../server/text/message';

/** A text in English. */
export function inEnglish<T extends TextOrMessage | undefined>(
  text: T,
): T extends undefined ? undefined : string {
  return (text === undefined ? undefined : formatMessage(text)) as never;
}
