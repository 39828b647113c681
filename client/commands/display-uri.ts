import { Uri, workspace } from 'vscode';

/** An address for display: its path in the workspace, otherwise the full path. */
export function displayUri(uri: Uri): string {
  if (uri.scheme === 'untitled') {
    return uri.path;
  }
  const folder = workspace.getWorkspaceFolder(uri);
  if (folder?.uri.toString() === uri.toString()) {
    return folder.name;
  }
  return folder ? workspace.asRelativePath(uri) : uri.fsPath;
}

/** A file next to another one, or in the workspace, as an untitled text has no folder. Undefined without both. */
export function uriBeside(file: Uri, name: string): Uri | undefined {
  const folder = file.scheme === 'untitled' ? workspace.workspaceFolders?.[0]?.uri : Uri.joinPath(file, '..');
  return folder && Uri.joinPath(folder, name);
}

/** The last part of an address. */
export function lastSegment({ path }: Uri): string {
  return path.split('/').at(-1) ?? path;
}
