import * as lsp from 'vscode-languageserver';
import { type Hover, hover, hoverOfName } from '../../features/hover';
import { withProblems } from '../../features/hover/problem';
import { normalize } from '../../project/paths';
import type { Document } from '../../yaml/document';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler } from './handler';

export const hoverHandler: Handler = {
  register(services) {
    const { connection, workspace, findings, reading } = services;
    connection.onHover(
      guard<lsp.HoverParams, lsp.Hover | null>(
        services,
        'hover',
        null,
        (params) => {
          const asked = askedAt(services, params);
          if (asked === undefined) return null;
          const { address, document, offset } = asked;
          const found = hover(workspace, address, offset);
          return toHover(document, withProblems(found, findings.at(address, offset), offset));
        },
        {
          whole: true,
          // What is wrong there is still to be found out: the meaning of a word is worth more than to wait for that.
          atOnce({ textDocument, position }) {
            const address = normalize(textDocument.uri);
            const known = reading.atGlance(address, (glance, document) =>
              toHover(document, hover(glance, address, document.offsetAt(position))),
            );
            if (known || reading.over(address)) return known;
            const asked = askedAt(services, { textDocument, position });
            const found = asked && hoverOfName(workspace, address, asked.offset);
            return asked && found && { answer: toHover(asked.document, found) };
          },
        },
      ),
    );
  },
};

function toHover(document: Document, found: Hover | undefined): lsp.Hover | null {
  if (found === undefined) return null;
  return {
    range: toRange(document, found.range),
    contents: { kind: lsp.MarkupKind.Markdown, value: found.markdown },
  };
}
