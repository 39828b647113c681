import * as lsp from 'vscode-languageserver';
import { hover } from '../../features/hover';
import { withProblems } from '../../features/hover-problem';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

export const hoverHandler: Handler = {
  register(services) {
    const { connection, workspace, findings } = services;
    connection.onHover(
      guard<lsp.HoverParams, lsp.Hover | null>(services, 'hover', null, (params) => {
        const asked = askedAt(services, params);
        if (asked === undefined) return null;
        const { address, offset } = asked;
        const found = withProblems(hover(workspace, address, offset), findings.at(address, offset), offset);
        if (found === undefined) return null;
        return {
          range: toRange(asked.document, found.range),
          contents: { kind: lsp.MarkupKind.Markdown, value: found.markdown },
        };
      }),
    );
  },
};
