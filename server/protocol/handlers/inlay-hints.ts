import type * as lsp from 'vscode-languageserver';
import { eventTargetHints, type HintPart } from '../../features/inlay-hints';
import { contextTypeHints } from '../../features/inlay-hints/types';
import { normalize } from '../../project/paths';
import { toRange } from '../convert';
import { guard } from '../guard';
import type { Handler, Services } from './handler';

export const inlayHintsHandler: Handler = {
  register(services) {
    const { connection, workspace, preparing } = services;
    connection.languages.inlayHint.on(
      guard<lsp.InlayHintParams, lsp.InlayHint[]>(
        services,
        'inlayHint',
        [],
        async ({ textDocument, range }) => {
          const address = normalize(textDocument.uri);
          const { eventTargets, contextTypes } = services.settingsOf(address).inlayHints;
          if (contextTypes) await preparing.over(address);
          const document = workspace.document(address);
          if (document === undefined) return [];
          const wanted = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
          const hints = [
            ...(eventTargets ? eventTargetHints(workspace, address, wanted) : []),
            ...(contextTypes ? contextTypeHints(workspace, address, wanted) : []),
          ];
          return hints.map(({ offset, parts }) => ({
            position: document.positionAt(offset),
            label: parts.map((part) => toPart(services, part)),
          }));
        },
      ),
    );
  },
};

function toPart(services: Services, { text, site, tooltip }: HintPart): lsp.InlayHintLabelPart {
  const document = site && services.workspace.document(site.address);
  const location = site &&
    document && { uri: services.toUri(site.address), range: toRange(document, site.selection) };
  return { value: text, ...(location && { location }), ...(tooltip !== undefined && { tooltip }) };
}
