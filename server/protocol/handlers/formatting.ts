import * as lsp from 'vscode-languageserver';
import { type EditorLayout, type FormatResult, formatDocument, formatRange } from '../../features/format';
import { onNewLine, onSecondDash } from '../../features/new-line';
import { type Address, normalize } from '../../project/files/paths';
import { formatMessage } from '../../text/message';
import type { Document } from '../../yaml/cut/document';
import { ON_TYPE } from '../capabilities';
import { toRange } from '../convert';
import { TimeSlicer } from '../time-slicer';
import { type Handler, type Registration, resolvePosition, respond, type Services } from './handler';

/**
 * Formats state files. VS Code with our extension formats only documents with the language `atomic-state`: it has
 * formatters for JSON already, and asks the user to choose if there are two. Other clients can request formatting of
 * all open documents, as their capabilities are static (`capabilities.ts`).
 */
export const formattingHandler: Handler = {
  registrations({ textDocument }, { ownMessages }) {
    if (!ownMessages) return [];
    const found: Registration[] = [];
    const options = { documentSelector: [{ language: 'atomic-state' }] };
    if (textDocument?.formatting?.dynamicRegistration)
      found.push((all) => all.add(lsp.DocumentFormattingRequest.type, options));
    if (textDocument?.rangeFormatting?.dynamicRegistration)
      found.push((all) => all.add(lsp.DocumentRangeFormattingRequest.type, options));
    if (textDocument?.onTypeFormatting?.dynamicRegistration)
      found.push((all) => all.add(lsp.DocumentOnTypeFormattingRequest.type, { ...options, ...ON_TYPE }));
    return found;
  },
  register(services) {
    const explained = new Set<Address>();
    /** The line with the last automatic dash. */
    let dash: { readonly address: Address; readonly line: number } | undefined;
    respond(services, lsp.DocumentFormattingRequest.type, [], (params, token) =>
      answer(services, explained, params, token, async (document, options, pause) =>
        formatDocument(document, layoutOf(params.options), options, await services.loadPrinter(), pause),
      ),
    );
    respond(services, lsp.DocumentRangeFormattingRequest.type, [], (params, token) =>
      answer(services, explained, params, token, async (document, options, pause) => {
        const { start, end } = params.range;
        const range = { start: document.offsetAt(start), end: document.offsetAt(end) };
        const print = await services.loadPrinter();
        return formatRange(document, range, layoutOf(params.options), options, print, pause);
      }),
    );
    respond(services, lsp.DocumentOnTypeFormattingRequest.type, [], (params) => {
      const position = resolvePosition(services, params);
      if (position === undefined) return [];
      const { address, document, offset } = position;
      const isAutomatic = dash?.address === address && dash.line === params.position.line;
      const change =
        params.ch === ' '
          ? onSecondDash(services.workspace, address, offset, isAutomatic)
          : onNewLine(services.workspace, address, offset);
      if (change === undefined) return [];
      const range = toRange(document, change.range);
      if (change.text.endsWith('- ')) dash = { address, line: range.start.line };
      return [{ range, newText: change.text }];
    });
  },
};

type FormatSettings = ReturnType<Services['settingsOf']>['format'];

async function answer(
  { connection, workspace, settingsOf, translations, changes: signal }: Services,
  explained: Set<Address>,
  { textDocument }: { textDocument: lsp.TextDocumentIdentifier },
  token: lsp.CancellationToken,
  format: (
    document: Document,
    options: FormatSettings,
    pause: () => Promise<boolean>,
  ) => Promise<FormatResult>,
): Promise<lsp.TextEdit[]> {
  const address = normalize(textDocument.uri);
  const source = workspace.source(address);
  const options = settingsOf(address).format;
  if (source === undefined || !options.enable) return [];
  const { document } = source;
  const slicer = new TimeSlicer(signal, token);
  // The client ignores edits for an earlier text.
  const pause = async () => (await slicer.pause()) && workspace.document(address) === document;
  const { changes, refused } = await format(document, options, pause);
  if (!(await pause())) return [];
  if (refused === undefined) explained.delete(address);
  else {
    connection.console.info(`${textDocument.uri}: ${formatMessage(refused)}`);
    // Shown once until formatting succeeds, because a file may be formatted whenever it is saved.
    if (!explained.has(address))
      void connection.sendNotification(lsp.ShowMessageNotification.type, {
        type: lsp.MessageType.Info,
        message: formatMessage(refused, translations),
      });
    explained.add(address);
  }
  return changes.map(({ range, text }) => ({ range: toRange(document, range), newText: text }));
}

function layoutOf({ tabSize, insertSpaces, insertFinalNewline }: lsp.FormattingOptions): EditorLayout {
  return { tabSize, insertSpaces, insertFinalNewline: insertFinalNewline === true };
}
