import { formatMessage, type Text } from '../../server/text/message';

/** A text as an English reader sees it. */
export function english<T extends Text | undefined>(text: T): T extends undefined ? undefined : string {
  return (text === undefined ? undefined : formatMessage(text)) as never;
}
