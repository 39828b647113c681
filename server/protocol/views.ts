import * as lsp from 'vscode-languageserver';

/** Asks the client, if it supports that, to request code lenses, inlay hints and semantic tokens again. */
export async function refreshViews(
  connection: lsp.Connection,
  { workspace }: lsp.ClientCapabilities,
): Promise<void> {
  const refreshes = [
    workspace?.codeLens?.refreshSupport && lsp.CodeLensRefreshRequest.type,
    workspace?.inlayHint?.refreshSupport && lsp.InlayHintRefreshRequest.type,
    workspace?.semanticTokens?.refreshSupport && lsp.SemanticTokensRefreshRequest.type,
  ];
  await Promise.all(refreshes.map((type) => type && connection.sendRequest(type)));
}
