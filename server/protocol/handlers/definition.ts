import type * as lsp from 'vscode-languageserver';
import { definition } from '../../features/definition';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';
import { toLinks } from './links';

export const definitionHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onDefinition(
      guard<lsp.DefinitionParams, lsp.DefinitionLink[] | lsp.Location[]>(
        services,
        'definition',
        [],
        (params) => {
          const asked = askedAt(services, params);
          const found = asked && definition(workspace, asked.address, asked.offset);
          if (asked === undefined || found === undefined) return [];
          const { textDocument } = services.capabilities;
          return toLinks(services, asked, found, textDocument?.definition?.linkSupport);
        },
      ),
    );
  },
};
