import * as lsp from 'vscode-languageserver';
import { plainText } from '../features/plain-text';
import { formatMessage, type Message } from '../text/message';
import type { GuardContext } from './guard';

/**
 * Markdown, or plain text for a client that prefers it.
 *
 * @param formats the formats that the client supports, the preferred one first; without them, the result is Markdown
 */
export function markup(
  { translations }: Pick<GuardContext, 'translations'>,
  formats: readonly lsp.MarkupKind[] | undefined,
  markdown: Message,
): lsp.MarkupContent {
  const text = formatMessage(markdown, translations);
  if (!Array.isArray(formats) || formats[0] !== lsp.MarkupKind.PlainText)
    return { kind: lsp.MarkupKind.Markdown, value: text };
  return { kind: lsp.MarkupKind.PlainText, value: plainText(text) };
}
