import type * as lsp from 'vscode-languageserver';
import { outlining } from '../../features/document-symbols';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import { flat, Outlines } from '../outlines';
import { Turns } from '../turn';
import type { Handler } from './handler';

export const documentSymbolsHandler: Handler = {
  register(services) {
    const { connection, workspace, changes } = services;
    const outlines = new Outlines();
    connection.onDocumentSymbol(
      guard<lsp.DocumentSymbolParams, lsp.DocumentSymbol[] | lsp.SymbolInformation[]>(
        services,
        'documentSymbol',
        [],
        async ({ textDocument }, token) => {
          const address = normalize(textDocument.uri);
          const isJson = workspace.document(address)?.notation === 'json';
          if (isJson && services.options.outlinesJson) return [];
          const outline = await new Turns(changes, token).finish(() => outlining(workspace, address));
          const document = workspace.document(address);
          if (outline === undefined || document === undefined) return [];
          const symbols = outlines.symbols(document, outline);
          const client = services.capabilities.textDocument?.documentSymbol;
          return client?.hierarchicalDocumentSymbolSupport ? symbols : flat(symbols, textDocument.uri);
        },
      ),
    );
  },
};
