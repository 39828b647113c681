import * as lsp from 'vscode-languageserver';
import { type Hover, hoverAt, hoverOfName } from '../../features/hover';
import { addProblems } from '../../features/hover/problem';
import { inlineCode, paragraphs } from '../../features/markdown';
import { normalize } from '../../project/files/paths';
import type { ExpressionValue } from '../../run/sandbox/expression-values';
import { msg } from '../../text/message';
import type { Document } from '../../yaml/cut/document';
import { toRange } from '../convert';
import { markup } from '../markup';
import { type Handler, resolvePosition, respond, type Services } from './handler';

export const hoverHandler: Handler = {
  register(services) {
    const { workspace, findings, documentLoader, fileLoader } = services;
    const answer = (params: lsp.HoverParams) => {
      const position = resolvePosition(services, params);
      if (position === undefined) return null;
      const { address, document, offset } = position;
      const found = hoverAt(workspace, address, offset);
      const { showValues } = services.editorSettingsOf(address).run;
      const here = { start: offset, end: offset };
      const [value] = showValues ? services.runValues.in(address, document, here) : [];
      const hover = value ? withRunValue(found, value) : found;
      return toHover(services, document, addProblems(hover, findings.at(address, offset), offset));
    };
    respond(services, lsp.HoverRequest.type, null, answer, {
      needsWarmProject: () => true,
      // Does not wait for findings, because the documentation of the name is more important.
      provisional({ textDocument, position }) {
        const address = normalize(textDocument.uri);
        const known = documentLoader.provisionalAnswer(address, (glance, document) =>
          toHover(services, document, hoverAt(glance, address, document.offsetAt(position))),
        );
        // In its file alone, a name of an automata has other uses and types.
        if (known || documentLoader.whenRead(address) || fileLoader.automataFound(address)) return known;
        const at = resolvePosition(services, { textDocument, position });
        const found = at && hoverOfName(workspace, address, at.offset);
        return at && found && { answer: toHover(services, at.document, found) };
      },
    });
  },
};

function withRunValue(hover: Hover | undefined, { place, value }: ExpressionValue): Hover {
  const { start, end } = hover?.range ?? place;
  const line = msg`Value in the last run: ${inlineCode(value)}`;
  return { range: { start, end }, markdown: paragraphs(hover?.markdown, line) };
}

function toHover(services: Services, document: Document, found: Hover | undefined): lsp.Hover | null {
  if (found === undefined) return null;
  const formats = services.capabilities.textDocument?.hover?.contentFormat;
  return { range: toRange(document, found.range), contents: markup(services, formats, found.markdown) };
}
