import * as lsp from 'vscode-languageserver';
import { highlights } from '../../features/highlight';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

export const highlightHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onDocumentHighlight(
      guard<lsp.DocumentHighlightParams, lsp.DocumentHighlight[]>(
        services,
        'documentHighlight',
        [],
        (params) => {
          const asked = askedAt(services, params);
          if (asked === undefined) return [];
          return highlights(workspace, asked.address, asked.offset).map(({ range, access }) => ({
            range: toRange(asked.document, range),
            kind: access === 'write' ? lsp.DocumentHighlightKind.Write : lsp.DocumentHighlightKind.Read,
          }));
        },
      ),
    );
  },
};
