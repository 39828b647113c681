import { Range, type Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';

/** The column in which to show a file next to a panel: one where the file, or another text, is already shown. */
export function columnBeside(panel: WebviewPanel, uri: Uri): ViewColumn {
  const editors = window.visibleTextEditors;
  const same = editors.find(({ document }) => document.uri.toString() === uri.toString());
  const other = window.tabGroups.all.find(({ viewColumn }) => viewColumn !== panel.viewColumn);
  return same?.viewColumn ?? other?.viewColumn ?? ViewColumn.Beside;
}

/** Shows a place of a file beside a panel. `offset` is in UTF-16 code units. */
export async function revealBeside(panel: WebviewPanel, uri: Uri, offset: number): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const start = document.positionAt(offset);
  await window.showTextDocument(document, {
    viewColumn: columnBeside(panel, uri),
    selection: new Range(start, start),
  });
}
