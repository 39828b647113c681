import * as lsp from 'vscode-languageserver';

/**
 * Has the client ask again for what it shows along with a text (lenses, hints, colours), where it takes such a
 * word: after changes of settings and of other files, of which it cannot know that they matter.
 */
export function refreshViews(connection: lsp.Connection, { workspace }: lsp.ClientCapabilities): void {
  if (workspace?.codeLens?.refreshSupport) void connection.sendRequest(lsp.CodeLensRefreshRequest.type);
  if (workspace?.inlayHint?.refreshSupport) void connection.sendRequest(lsp.InlayHintRefreshRequest.type);
  if (workspace?.semanticTokens?.refreshSupport)
    void connection.sendRequest(lsp.SemanticTokensRefreshRequest.type);
}
