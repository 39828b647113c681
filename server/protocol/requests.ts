import type * as lsp from 'vscode-languageserver';
import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';

/** Answers the requests of an editor by asking the features; nothing here knows the format. */
export function registerFeatures(
  _connection: lsp.Connection,
  _workspace: Workspace,
  _toUri: (address: Address) => string,
  _capabilities: () => lsp.ClientCapabilities,
): void {}
