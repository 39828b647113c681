import { commands, type ExtensionContext, l10n, window } from 'vscode';
import { registerCommands } from './commands';
import { detectLanguage } from './language';
import { Server } from './server';
import { StatusItem } from './status';

let server: Server | undefined;

/** Called by VS Code when a document of one of the languages in `activationEvents` is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel(l10n.t('Atomic State'), { log: true });
  server = new Server(context, output);
  context.subscriptions.push(
    output,
    registerCommands(server, output),
    detectLanguage(server.client),
    new StatusItem(server.client),
  );
  // The palette offers the commands from here on only; before, there is nothing to restart or to show.
  await commands.executeCommand('setContext', 'atomicState.active', true);
  await server.start();
}

/** Called by VS Code before it ends or when the extension is turned off. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
