import { commands, type Disposable, l10n, ViewColumn, window } from 'vscode';
import { mainFileOf } from './commands/automata';
import type { Server } from './server';

/** The text at the left, and at the right the graph above the conversation, which needs more height. */
const LAYOUT = {
  orientation: 0,
  groups: [{ size: 0.5 }, { size: 0.5, groups: [{ size: 0.4 }, { size: 0.6 }] }],
};

/** Registers the command that shows the text, the graph and the conversation of an automata at the same time. */
export function registerAllThree({ client }: Server): Disposable {
  return commands.registerCommand('atomicState.openAllThree', async (given: unknown) => {
    // Before a question, which the active editor does not survive.
    const active = window.activeTextEditor?.document.uri;
    const main = await mainFileOf(client, given, l10n.t('Open All Three'));
    if (main === undefined) return;
    const uri = client.protocol2CodeConverter.asUri(main);
    await commands.executeCommand('vscode.setEditorLayout', LAYOUT);
    await window.showTextDocument(active ?? uri, { viewColumn: ViewColumn.One });
    await commands.executeCommand('atomicState.openStateGraph', uri, ViewColumn.Two);
    await commands.executeCommand('atomicState.run', main, undefined, ViewColumn.Three);
  });
}
