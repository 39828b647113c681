import type * as lsp from 'vscode-languageserver';
import { outlineOf } from '../../features/document-symbols';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import { flat, Outlines } from '../outlines';
import type { Handler } from './handler';

export const documentSymbolsHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    const outlines = new Outlines();
    connection.onDocumentSymbol(
      guard<lsp.DocumentSymbolParams, lsp.DocumentSymbol[] | lsp.SymbolInformation[]>(
        services,
        'documentSymbol',
        [],
        ({ textDocument }) => {
          const address = normalize(textDocument.uri);
          const document = workspace.document(address);
          if (document === undefined) return [];
          if (document.notation === 'json' && services.options.outlinesJson) return [];
          const outline = outlineOf(workspace, address);
          if (outline === undefined) return [];
          const symbols = outlines.symbols(document, outline);
          const client = services.capabilities.textDocument?.documentSymbol;
          return client?.hierarchicalDocumentSymbolSupport ? symbols : flat(symbols, textDocument.uri);
        },
      ),
    );
  },
};
