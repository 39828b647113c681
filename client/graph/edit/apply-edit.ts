import { type TextDocument, type Uri, workspace } from 'vscode';
import {
  type BaseLanguageClient,
  CreateFile,
  DeleteFile,
  TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageclient';

/**
 * Applies an edit of the server as one step that can be undone. Texts that are not open are opened first: only an open
 * text has a version, so the edit is old then.
 */
export async function applyVersionedEdit(
  client: BaseLanguageClient,
  edit: WorkspaceEdit,
): Promise<'applied' | 'old' | 'failed'> {
  const { asUri, asWorkspaceEdit } = client.protocol2CodeConverter;
  const changes = edit.documentChanges ?? [];
  // VS Code says that it has not applied an edit without changes.
  if (changes.length === 0) return 'applied';
  const created = changes.filter((change) => CreateFile.is(change)).map(({ uri }) => uri);
  const texts = changes
    .filter((change) => TextDocumentEdit.is(change))
    .filter(({ textDocument }) => !created.includes(textDocument.uri));
  const unopened = texts.map(({ textDocument }) => asUri(textDocument.uri)).filter((uri) => !openText(uri));
  if (unopened.length > 0) {
    await Promise.all(unopened.map((uri) => workspace.openTextDocument(uri)));
    return 'old';
  }
  const converted = await asWorkspaceEdit(edit);
  const isCurrent = () =>
    texts.every(({ textDocument: { uri, version } }) => {
      const text = openText(asUri(uri));
      // The server reads a text without a version from the disk.
      return version === null ? text?.isDirty === false : text?.version === version;
    });
  if (!isCurrent()) return 'old';
  // Undo restores a deleted file from the disk.
  for (const { uri } of changes.filter((change) => DeleteFile.is(change))) {
    const text = openText(asUri(uri));
    if (text?.isDirty && !(await text.save())) return 'failed';
  }
  // From here on, VS Code itself compares the versions.
  if (!(await workspace.applyEdit(converted))) return isCurrent() ? 'failed' : 'old';
  // An empty file on the disk would be part of the automata.
  for (const uri of created) await openText(asUri(uri))?.save();
  return 'applied';
}

/** The text of a file that is open, in an editor or not. */
export function openText(uri: Uri): TextDocument | undefined {
  return workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}
