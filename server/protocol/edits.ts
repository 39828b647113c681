import type * as lsp from 'vscode-languageserver';
import type { Address } from '../project/paths';
import type { Edit } from '../rules/edits';
import type { Fix } from '../rules/rule';
import type { Document } from '../yaml/document';
import { START_OF_FILE, toRange } from './convert';

/** The capabilities of a client, and its open documents, as far as edits depend on them. */
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

/** Whether the client can create files as a part of an edit. */
export function supportsFileCreation({ capabilities }: EditClient): boolean {
  const edit = capabilities.workspace?.workspaceEdit;
  return edit?.documentChanges === true && edit.resourceOperations?.includes('create') === true;
}

/** Whether the client resolves the edit of a code action when it is selected. */
export function canResolveEdits({ capabilities }: Pick<EditClient, 'capabilities'>): boolean {
  const { codeAction } = capabilities.textDocument ?? {};
  return codeAction?.dataSupport === true && codeAction.resolveSupport?.properties.includes('edit') === true;
}

/** Whether the client requests code actions of a kind, or of all kinds. */
export function isRequested(
  kind: lsp.CodeActionKind,
  only: readonly lsp.CodeActionKind[] | undefined,
): boolean {
  return only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
}

/** Changes as an edit of the protocol, with the versions of documents if the client supports them. */
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
  const edits = [{ range: START_OF_FILE, newText: text }];
  return [file, { textDocument: { uri, version: null }, edits }];
}
