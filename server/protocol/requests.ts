import * as lsp from 'vscode-languageserver';
import { definition } from '../features/definition';
import { documentSymbols, type OutlineEntry, type OutlineKind } from '../features/document-symbols';
import { highlights } from '../features/highlight';
import { hover } from '../features/hover';
import { type Address, normalize } from '../project/paths';
import type { Workspace } from '../project/workspace';
import type { Document } from '../yaml/document';
import { Completion, type CompletionClient } from './completion';
import { toRange } from './convert';
import { guard } from './guard';

/** Answers the requests of an editor by asking the features; nothing here knows the format. */
export function registerFeatures(
  connection: lsp.Connection,
  workspace: Workspace,
  toUri: (address: Address) => string,
  client: () => CompletionClient,
): void {
  const log = connection.console;
  const completion = new Completion(workspace);
  connection.onCompletion(
    guard<lsp.CompletionParams, lsp.CompletionList>(
      log,
      'completion',
      { isIncomplete: false, items: [] },
      ({ textDocument, position }) => completion.list(normalize(textDocument.uri), position, client()),
    ),
  );
  connection.onCompletionResolve((item) => completion.resolve(item));
  connection.onHover(
    guard<lsp.HoverParams, lsp.Hover | null>(log, 'hover', null, ({ textDocument, position }) => {
      const address = normalize(textDocument.uri);
      const document = workspace.document(address);
      const found = document && hover(workspace, address, document.offsetAt(position));
      if (document === undefined || found === undefined) return null;
      return {
        range: toRange(document, found.range),
        contents: { kind: lsp.MarkupKind.Markdown, value: found.markdown },
      };
    }),
  );
  connection.onDefinition(
    guard<lsp.DefinitionParams, lsp.DefinitionLink[]>(log, 'definition', [], ({ textDocument, position }) => {
      const address = normalize(textDocument.uri);
      const document = workspace.document(address);
      const found = document && definition(workspace, address, document.offsetAt(position));
      if (document === undefined || found === undefined) return [];
      const originSelectionRange = toRange(document, found.origin);
      return found.targets.map((target) => {
        const targetDocument = workspace.document(target.address);
        const start = { line: 0, character: 0 };
        const toTarget = (range: { start: number; end: number }) =>
          targetDocument ? toRange(targetDocument, range) : { start, end: start };
        return {
          originSelectionRange,
          targetUri: toUri(target.address),
          targetRange: toTarget(target.range),
          targetSelectionRange: toTarget(target.selection),
        };
      });
    }),
  );
  connection.onDocumentHighlight(
    guard<lsp.DocumentHighlightParams, lsp.DocumentHighlight[]>(
      log,
      'documentHighlight',
      [],
      ({ textDocument, position }) => {
        const address = normalize(textDocument.uri);
        const document = workspace.document(address);
        if (document === undefined) return [];
        return highlights(workspace, address, document.offsetAt(position)).map(({ range, access }) => ({
          range: toRange(document, range),
          kind: access === 'write' ? lsp.DocumentHighlightKind.Write : lsp.DocumentHighlightKind.Read,
        }));
      },
    ),
  );
  connection.onDocumentSymbol(
    guard<lsp.DocumentSymbolParams, lsp.DocumentSymbol[]>(log, 'documentSymbol', [], ({ textDocument }) => {
      const address = normalize(textDocument.uri);
      const document = workspace.document(address);
      return document ? documentSymbols(workspace, address).map((entry) => toSymbol(document, entry)) : [];
    }),
  );
}

const SYMBOLS: Readonly<Record<OutlineKind, lsp.SymbolKind>> = {
  automata: lsp.SymbolKind.Module,
  state: lsp.SymbolKind.Class,
  context: lsp.SymbolKind.Variable,
  input: lsp.SymbolKind.Property,
  task: lsp.SymbolKind.Function,
  output: lsp.SymbolKind.Field,
  transition: lsp.SymbolKind.Event,
};

function toSymbol(document: Document, entry: OutlineEntry): lsp.DocumentSymbol {
  return {
    name: entry.name,
    detail: entry.detail,
    kind: SYMBOLS[entry.kind],
    range: toRange(document, entry.range),
    selectionRange: toRange(document, entry.selection),
    children: entry.children.map((child) => toSymbol(document, child)),
  };
}
