import type * as lsp from 'vscode-languageserver';
import { selectionRanges } from '../../features/selection';
import { normalize } from '../../project/paths';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler } from './handler';

export const selectionHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onSelectionRanges(
      guard<lsp.SelectionRangeParams, lsp.SelectionRange[]>(
        services,
        'selectionRange',
        [],
        ({ textDocument, positions }) => {
          const address = normalize(textDocument.uri);
          const document = workspace.document(address);
          if (document === undefined || workspace.source(address) === undefined) return [];
          return positions.map((position) => {
            const ranges = selectionRanges(workspace, address, document.offsetAt(position));
            const outer = ranges.reduceRight<lsp.SelectionRange | undefined>(
              (parent, range) => ({ range: toRange(document, range), ...(parent && { parent }) }),
              undefined,
            );
            // Each position has its answer, in the same order.
            return outer ?? { range: { start: position, end: position } };
          });
        },
      ),
    );
  },
};
