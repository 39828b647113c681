import type * as lsp from 'vscode-languageserver';
import { snippetText } from '../features/completion/snippet';
import type { Address } from '../project/files/paths';
import type { Edit } from '../rules/edits';
import type { Fix } from '../rules/rule';
import { lineStart } from '../text/lines';
import type { Document } from '../yaml/cut/document';
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

/** The files that an edit creates and deletes. */
interface FileOperations {
  readonly create?: readonly NonNullable<Fix['create']>[] | undefined;
  readonly remove?: readonly Address[] | undefined;
}

/** What the author has to write: the last occurrence of a text in the edits. */
export interface EditPlaceholder {
  readonly text: string;
  readonly choices?: readonly string[];
}

/** Whether the client supports versioned changes of several documents. */
export function supportsDocumentChanges({ capabilities }: EditClient): boolean {
  return capabilities.workspace?.workspaceEdit?.documentChanges === true;
}

/** Whether the client can create files as a part of an edit. */
export function supportsFileCreation(client: EditClient): boolean {
  return supportsOperation(client, 'create');
}

/** Whether the client can delete files as a part of an edit. */
export function supportsFileRemoval(client: EditClient): boolean {
  return supportsOperation(client, 'delete');
}

function supportsOperation({ capabilities }: EditClient, kind: lsp.ResourceOperationKind): boolean {
  const edit = capabilities.workspace?.workspaceEdit;
  return edit?.documentChanges === true && edit.resourceOperations?.includes(kind) === true;
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

/**
 * Changes as an edit of the protocol, with the versions of documents if the client supports them. The author is asked
 * for the placeholder if the client supports that.
 */
export function toWorkspaceEdit(
  client: EditClient,
  changes: readonly DocumentEdits[],
  { create = [], remove = [] }: FileOperations = {},
  placeholder?: EditPlaceholder,
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
  const [change, ...others] = changes;
  const isAsked = change?.edits.length === 1 && others.length === 0 && create.length === 0;
  if (placeholder && isAsked && supportsSnippetEdits(client)) {
    const snippet = snippetEdit(change.document, change.edits, placeholder);
    const textDocument = { uri: client.toUri(change.address), version: client.versionOf(change.address) };
    if (snippet) return { documentChanges: [{ textDocument, edits: [snippet] }] };
  }
  if (!supportsDocumentChanges(client) && create.length === 0 && remove.length === 0)
    return { changes: Object.fromEntries(converted.map(({ uri, edits }) => [uri, edits])) };
  const ofDocuments = converted.map(({ address, uri, edits }): lsp.TextDocumentEdit => {
    return { textDocument: { uri, version: client.versionOf(address) }, edits };
  });
  // Nothing is removed but the text that the edit was computed for: an edit without changes has its version.
  const removals = remove.flatMap((address): (lsp.TextDocumentEdit | lsp.DeleteFile)[] => {
    const uri = client.toUri(address);
    const textDocument = { uri, version: client.versionOf(address) };
    return [
      { textDocument, edits: [] },
      { kind: 'delete', uri },
    ];
  });
  return { documentChanges: [...create.flatMap(creation), ...ofDocuments, ...removals] };
}

function supportsSnippetEdits(client: EditClient): boolean {
  return (
    supportsDocumentChanges(client) &&
    client.capabilities.workspace?.workspaceEdit?.snippetEditSupport === true
  );
}

/**
 * An edit as a snippet with its placeholder. It begins at the start of a line, because clients add the indentation
 * before a snippet to its other lines.
 */
function snippetEdit(
  document: Document,
  [edit]: readonly Edit[],
  { text, choices = [] }: EditPlaceholder,
): lsp.SnippetTextEdit | undefined {
  const at = edit?.text.lastIndexOf(text) ?? -1;
  if (edit === undefined || at < 0) return undefined;
  const start = lineStart(document.text, edit.range.start);
  const before = document.text.slice(start, edit.range.start) + edit.text.slice(0, at);
  const after = edit.text.slice(at + text.length);
  const escaped = choices.map((choice) => choice.replace(/[\\,|]/g, '\\$&'));
  const stop = choices.length > 1 ? `\${1|${escaped.join(',')}|}` : `\${1:${snippetText(text)}}`;
  const value = `${snippetText(before)}${stop}${snippetText(after)}`;
  return {
    range: toRange(document, { start, end: edit.range.end }),
    snippet: { kind: 'snippet', value },
  };
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
