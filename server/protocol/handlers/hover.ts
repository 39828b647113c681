import * as lsp from 'vscode-languageserver';
import { hover } from '../../features/hover';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

export const hoverHandler: Handler = {
  capabilities: () => ({ hoverProvider: true }),
  register(services) {
    const { connection, workspace } = services;
    connection.onHover(
      guard<lsp.HoverParams, lsp.Hover | null>(connection.console, 'hover', null, (params) => {
        const asked = askedAt(services, params);
        const found = asked && hover(workspace, asked.address, asked.offset);
        if (asked === undefined || found === undefined) return null;
        return {
          range: toRange(asked.document, found.range),
          contents: { kind: lsp.MarkupKind.Markdown, value: found.markdown },
        };
      }),
    );
  },
};
