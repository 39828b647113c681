import type * as lsp from 'vscode-languageserver';
import { definition } from '../../features/definition';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

const START: lsp.Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export const definitionHandler: Handler = {
  capabilities: () => ({ definitionProvider: true }),
  register(services) {
    const { connection, workspace } = services;
    connection.onDefinition(
      guard<lsp.DefinitionParams, lsp.DefinitionLink[]>(connection.console, 'definition', [], (params) => {
        const asked = askedAt(services, params);
        const found = asked && definition(workspace, asked.address, asked.offset);
        if (asked === undefined || found === undefined) return [];
        const originSelectionRange = toRange(asked.document, found.origin);
        return found.targets.map(({ address, range, selection }) => {
          const document = workspace.document(address);
          return {
            originSelectionRange,
            targetUri: services.toUri(address),
            targetRange: document ? toRange(document, range) : START,
            targetSelectionRange: document ? toRange(document, selection) : START,
          };
        });
      }),
    );
  },
};
