import { type CodeAction, commands, l10n, type TestMessage, window, workspace } from 'vscode';

/** Writes the actual value into the expectation of a message, like the quick fix of the same name. */
export async function updateExpectation({ location }: TestMessage): Promise<void> {
  if (!location) return;
  const { uri, range } = location;
  // Code actions of closed documents are not available.
  await window.showTextDocument(uri, { selection: range, preserveFocus: true });
  const actions = await commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    'refactor.rewrite',
    // Resolves them, which runs the scenario.
    1,
  );
  const edit = actions.find((one) => one.edit !== undefined && one.edit.size > 0)?.edit;
  if (edit === undefined || !(await workspace.applyEdit(edit)))
    void window.showInformationMessage(l10n.t('Nothing can be written into this expectation.'));
}
