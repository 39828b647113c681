import {
  type Disposable,
  type FileRenameEvent,
  type FileWillRenameEvent,
  l10n,
  type TextDocument,
  Uri,
  type WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { displayUri } from './commands/display-uri';

/** The files whose tags are updated for a pending move of VS Code, by the first moved address. */
const changed = new Map<string, readonly Changed[]>();

interface Changed {
  readonly uri: Uri;
  /** It had other changes, which must not be saved here. */
  readonly wasDirty: boolean;
}

/** Records which files the server changes for a move. VS Code applies the changes but does not save them. */
export async function noteChanges(
  event: FileWillRenameEvent,
  next: (event: FileWillRenameEvent) => Thenable<WorkspaceEdit | null | undefined>,
): Promise<WorkspaceEdit | null | undefined> {
  const edit = await next(event);
  const files = (edit?.entries() ?? []).map(([uri]) => ({
    uri,
    wasDirty: documentAt(uri)?.isDirty === true,
  }));
  if (files.length > 0) {
    changed.set(keyOf(event), files);
  }
  return edit;
}

/** Saves these files after the move; otherwise the paths in the saved files would be wrong. */
export function saveMovedTags(): Disposable {
  return workspace.onDidRenameFiles(async (event) => {
    const files = changed.get(keyOf(event)) ?? [];
    changed.delete(keyOf(event));
    const unsaved: Uri[] = [];
    for (const { uri, wasDirty } of files) {
      const document = documentAt(afterMove(uri, event));
      if (document?.isDirty && (wasDirty || !(await document.save()))) {
        unsaved.push(document.uri);
      }
    }
    if (unsaved.length > 0) {
      const names = unsaved.map(displayUri).join(', ');
      void window.showWarningMessage(
        l10n.t(
          'Updated paths in {0} after moving files, but did not save the file because it has other unsaved changes.',
          names,
        ),
      );
    }
  });
}

function keyOf({ files }: Pick<FileRenameEvent, 'files'>): string {
  return files.map(({ oldUri }) => oldUri.toString()).join('\n');
}

function documentAt(uri: Uri): TextDocument | undefined {
  return workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** The address of a file after a move that may include it. */
function afterMove(uri: Uri, { files }: FileRenameEvent): Uri {
  for (const { oldUri, newUri } of files) {
    const [old, own] = [oldUri.toString(), uri.toString()];
    if (own === old || own.startsWith(`${old}/`)) {
      return Uri.parse(newUri.toString() + own.slice(old.length));
    }
  }
  return uri;
}
