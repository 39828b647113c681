import { l10n, ViewColumn, window, workspace } from 'vscode';
import { traceRequest } from '../protocol';
import type { CommandContext } from './command-context';

/**
 * Shows which inputs the findings at the cursor were computed from, and when, for bug reports about stale findings.
 * The trace contains names of states, events, variables, files and folders, but no paths and no other text.
 */
export async function traceFindings({ server: { client } }: CommandContext): Promise<void> {
  const editor = window.activeTextEditor;
  const converter = client.code2ProtocolConverter;
  const trace =
    editor &&
    (await client.sendRequest(
      traceRequest,
      converter.asTextDocumentPositionParams(editor.document, editor.selection.active),
    ));
  if (!trace) {
    void window.showInformationMessage(l10n.t('Nothing to trace here. Place the cursor in a state file.'));
    return;
  }
  const document = await workspace.openTextDocument({ language: 'plaintext', content: trace });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: false });
}
