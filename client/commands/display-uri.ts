import { type Uri, workspace } from 'vscode';

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

/** The last part of an address. */
export function lastSegment({ path }: Uri): string {
  return path.split('/').at(-1) ?? path;
}
