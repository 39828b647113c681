import * as lsp from 'vscode-languageserver';
import { type WorkspaceSymbol, workspaceSymbols } from '../../features/workspace-symbols';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler } from './handler';

export const workspaceSymbolsHandler: Handler = {
  register(services) {
    const { connection, workspace, toUri } = services;
    connection.onWorkspaceSymbol(
      guard<lsp.WorkspaceSymbolParams, lsp.SymbolInformation[]>(
        services,
        'workspaceSymbol',
        [],
        ({ query }) =>
          workspaceSymbols(workspace, query).flatMap(({ name, kind, container, address, range }) => {
            const document = workspace.document(address);
            if (document === undefined) return [];
            const location = { uri: toUri(address), range: toRange(document, range) };
            return [{ name, kind: SYMBOLS[kind], containerName: container, location }];
          }),
      ),
    );
  },
};

const SYMBOLS: Readonly<Record<WorkspaceSymbol['kind'], lsp.SymbolKind>> = {
  automata: lsp.SymbolKind.Module,
  state: lsp.SymbolKind.Class,
  id: lsp.SymbolKind.Key,
  context: lsp.SymbolKind.Variable,
  event: lsp.SymbolKind.Event,
};
