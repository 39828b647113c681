import * as lsp from 'vscode-languageserver';
import { plainText } from '../features/plain-text';
import type { Guarded } from './guard';

/**
 * Markdown as the client can show it: as it is, or as plain text for a client that prefers it. What is plain cannot be
 * translated afterwards, as the catalog has sentences with their Markdown.
 *
 * @param formats what the client can show, the preferred format first; a client that lists none gets Markdown
 */
export function markup(
  { translate }: Pick<Guarded, 'translate'>,
  formats: readonly lsp.MarkupKind[] | undefined,
  markdown: string,
): lsp.MarkupContent {
  if (!Array.isArray(formats) || formats[0] !== lsp.MarkupKind.PlainText)
    return { kind: lsp.MarkupKind.Markdown, value: markdown };
  return { kind: lsp.MarkupKind.PlainText, value: plainText(translate?.(markdown) ?? markdown) };
}
