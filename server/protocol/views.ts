import * as lsp from 'vscode-languageserver';

/**
 * Requests a refresh of lenses, hints and colours, if the client supports it: after changes of settings and of other
 * files that affect them.
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
