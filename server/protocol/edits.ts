import type * as lsp from 'vscode-languageserver';
import type { Address } from '../project/paths';
import type { Edit } from '../rules/edits';
import type { Fix } from '../rules/rule';
import type { Document } from '../yaml/document';
import { toRange } from './convert';

/** What has to be known of a client, and of the documents open in it, to send it changes. */
export interface EditClient {
  readonly capabilities: lsp.ClientCapabilities;
  /** The address under which the client knows a file. */
  toUri(address: Address): string;
  /** The version of an open document; null for a file that is not open. */
  versionOf(address: Address): number | null;
}

/** Changes of one document, with offsets. */
export interface DocumentEdits {
  readonly address: Address;
  readonly document: Document;
  readonly edits: readonly Edit[];
}

/** Whether the client supports versioned changes of several documents. */
export function supportsDocumentChanges({ capabilities }: EditClient): boolean {
  return capabilities.workspace?.workspaceEdit?.documentChanges === true;
}

/** Whether the client can make files as a part of a change. */
export function supportsFileCreation({ capabilities }: EditClient): boolean {
  const edit = capabilities.workspace?.workspaceEdit;
  return edit?.documentChanges === true && edit.resourceOperations?.includes('create') === true;
}

/** Changes as the client takes them: for documents of a version where it can. */
export function toWorkspaceEdit(
  client: EditClient,
  changes: readonly DocumentEdits[],
  create?: Fix['create'],
): lsp.WorkspaceEdit {
  const converted = changes
    .filter(({ edits }) => edits.length > 0)
    .map(({ address, document, edits }) => ({
      address,
      uri: client.toUri(address),
      edits: edits.map(
        ({ range, text }): lsp.TextEdit => ({ range: toRange(document, range), newText: text }),
      ),
    }));
  if (!supportsDocumentChanges(client) && create === undefined)
    return { changes: Object.fromEntries(converted.map(({ uri, edits }) => [uri, edits])) };
  const ofDocuments = converted.map(({ address, uri, edits }): lsp.TextDocumentEdit => {
    return { textDocument: { uri, version: client.versionOf(address) }, edits };
  });
  return { documentChanges: [...(create ? creation(create) : []), ...ofDocuments] };
}

/** Creates a file with its text. An existing file is not replaced. */
function creation({
  address: uri,
  text,
}: NonNullable<Fix['create']>): (lsp.CreateFile | lsp.TextDocumentEdit)[] {
  const file: lsp.CreateFile = { kind: 'create', uri, options: { ignoreIfExists: true } };
  if (text === '') return [file];
  const start = { line: 0, character: 0 };
  const edits = [{ range: { start, end: start }, newText: text }];
  return [file, { textDocument: { uri, version: null }, edits }];
}
