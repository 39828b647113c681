import * as lsp from 'vscode-languageserver';
import { documentSymbols, type OutlineEntry, type OutlineKind } from '../../features/document-symbols';
import { normalize } from '../../project/paths';
import type { Document } from '../../yaml/document';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler } from './handler';

export const documentSymbolsHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onDocumentSymbol(
      guard<lsp.DocumentSymbolParams, lsp.DocumentSymbol[]>(
        services,
        'documentSymbol',
        [],
        ({ textDocument }) => {
          const address = normalize(textDocument.uri);
          const document = workspace.document(address);
          if (document === undefined) return [];
          if (document.notation === 'json' && services.options.outlinesJson) return [];
          return documentSymbols(workspace, address).map((entry) => toSymbol(document, entry));
        },
      ),
    );
  },
};

const SYMBOLS: Readonly<Record<OutlineKind, lsp.SymbolKind>> = {
  automata: lsp.SymbolKind.Module,
  state: lsp.SymbolKind.Class,
  context: lsp.SymbolKind.Variable,
  input: lsp.SymbolKind.Property,
  task: lsp.SymbolKind.Function,
  output: lsp.SymbolKind.Field,
  transition: lsp.SymbolKind.Event,
};

function toSymbol(document: Document, entry: OutlineEntry): lsp.DocumentSymbol {
  return {
    name: entry.name,
    detail: entry.detail,
    kind: SYMBOLS[entry.kind],
    range: toRange(document, entry.range),
    selectionRange: toRange(document, entry.selection),
    children: entry.children.map((child) => toSymbol(document, child)),
  };
}
