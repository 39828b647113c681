import * as lsp from 'vscode-languageserver';

/**
 * Has the client ask again for what it shows along with a text (lenses, hints, colours), where it takes such a
 * word: after changes of settings and of other files, of which it cannot know that they matter.
 */
export async function refreshViews(
  connection: lsp.Connection,
  { workspace }: lsp.ClientCapabilities,
): Promise<void> {
  const wanted = [
    workspace?.codeLens?.refreshSupport && lsp.CodeLensRefreshRequest.type,
    workspace?.inlayHint?.refreshSupport && lsp.InlayHintRefreshRequest.type,
    workspace?.semanticTokens?.refreshSupport && lsp.SemanticTokensRefreshRequest.type,
  ];
  await Promise.all(wanted.map((type) => type && connection.sendRequest(type)));
}
