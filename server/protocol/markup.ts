import * as lsp from 'vscode-languageserver';
import { plainText } from '../features/plain-text';
import { formatMessage, type Message } from '../text/message';
import type { GuardContext } from './guard';

/**
 * Markdown as the client can show it: as it is, or as plain text for a client that prefers it.
 *
 * @param formats what the client can show, the preferred format first; a client that lists none gets Markdown
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
