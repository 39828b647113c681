import type * as lsp from 'vscode-languageserver';
import { outlineTask } from '../../features/document-symbols';
import { normalize } from '../../project/files/paths';
import { guard } from '../guard';
import { flattenSymbols, Outlines } from '../outlines';
import { TimeSlicer } from '../time-slicer';
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
          if (isJson && services.options.hasJsonOutline) return [];
          const outline = await new TimeSlicer(changes, token).finish(() => outlineTask(workspace, address));
          const document = workspace.document(address);
          if (outline === undefined || document === undefined) return [];
          const symbols = outlines.symbols(document, outline);
          const client = services.capabilities.textDocument?.documentSymbol;
          return client?.hierarchicalDocumentSymbolSupport
            ? symbols
            : flattenSymbols(symbols, textDocument.uri);
        },
      ),
    );
  },
};
