import type * as lsp from 'vscode-languageserver';
import { documentLinks } from '../../features/document-links';
import { normalize } from '../../project/paths';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler } from './handler';

export const documentLinksHandler: Handler = {
  register(services) {
    const { connection, workspace, loader } = services;
    connection.onDocumentLinks(
      guard<lsp.DocumentLinkParams, lsp.DocumentLink[]>(
        services,
        'documentLink',
        [],
        async ({ textDocument }) => {
          // A client asks once; what the paths lead to must be known by then.
          await loader.load();
          const address = normalize(textDocument.uri);
          const document = workspace.document(address);
          if (document === undefined) return [];
          return documentLinks(workspace, address).map((link) => ({
            range: toRange(document, link.range),
            target: services.toUri(link.address),
            tooltip: link.tooltip,
          }));
        },
      ),
    );
  },
};
