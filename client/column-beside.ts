import { type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';

/** Where a file is to be shown beside a panel: where it, or else some other text, is shown already. */
export function columnBeside(panel: WebviewPanel, uri: Uri): ViewColumn {
  const editors = window.visibleTextEditors;
  const same = editors.find(({ document }) => document.uri.toString() === uri.toString());
  const other = window.tabGroups.all.find(({ viewColumn }) => viewColumn !== panel.viewColumn);
  return same?.viewColumn ?? other?.viewColumn ?? ViewColumn.Beside;
}
