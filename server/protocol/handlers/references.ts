import type * as lsp from 'vscode-languageserver';
import { references } from '../../features/references';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

export const referencesHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onReferences(
      guard<lsp.ReferenceParams, lsp.Location[]>(services, 'references', [], (params) => {
        const asked = askedAt(services, params);
        if (asked === undefined) return [];
        const { includeDeclaration } = params.context;
        return references(workspace, asked.address, asked.offset).flatMap((one) => {
          const document = workspace.document(one.address);
          if (document === undefined || (one.isDefinition && !includeDeclaration)) return [];
          return [{ uri: services.toUri(one.address), range: toRange(document, one.range) }];
        });
      }),
    );
  },
};
