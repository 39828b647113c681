import type * as lsp from 'vscode-languageserver';
import { outlineOf } from '../../features/document-symbols';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import { Outlines } from '../outlines';
import type { Handler } from './handler';

export const documentSymbolsHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    const outlines = new Outlines();
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
          const outline = outlineOf(workspace, address);
          return outline ? outlines.symbols(document, outline) : [];
        },
      ),
    );
  },
};
