import type * as lsp from 'vscode-languageserver';
import { typeDefinition } from '../../features/type-definition';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';
import { toLinks } from './links';

export const typeDefinitionHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onTypeDefinition(
      guard<lsp.TypeDefinitionParams, lsp.DefinitionLink[] | lsp.Location[]>(
        services,
        'typeDefinition',
        [],
        (params) => {
          const asked = askedAt(services, params);
          const found = asked && typeDefinition(workspace, asked.address, asked.offset);
          if (asked === undefined || found === undefined) return [];
          const { textDocument } = services.capabilities;
          return toLinks(services, asked, found, textDocument?.typeDefinition?.linkSupport);
        },
      ),
    );
  },
};
