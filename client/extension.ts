import { commands, type ExtensionContext, l10n, window } from 'vscode';
import { registerCommands } from './commands';
import { answerForFiles } from './files';
import { registerGraph } from './graph/register';
import { detectLanguage } from './language';
import { registerPreview } from './preview/register';
import { RecentLog } from './recent-log';
import { type CreateClient, Server } from './server';
import { StatusItem } from './status';

/** What VS Code calls of an extension. */
interface Extension {
  /** Called when a document of one of the languages in `activationEvents` is opened. */
  activate(context: ExtensionContext): Promise<void>;
  /** Called before VS Code ends or when the extension is turned off. */
  deactivate(): Promise<void>;
}

/**
 * The extension, the same on a desktop and in the browser.
 *
 * @param createClient where the two differ: how the server is run
 */
export function extension(createClient: CreateClient): Extension {
  let server: Server | undefined;
  return {
    async activate(context) {
      const output = new RecentLog(window.createOutputChannel(l10n.t('Atomic State'), { log: true }));
      server = new Server(context, output, createClient);
      context.subscriptions.push(
        output,
        answerForFiles(server.client),
        registerCommands({ server, output, extension: context.extension }),
        registerGraph(context, server),
        registerPreview(context, server),
        detectLanguage(server.client),
        new StatusItem(server.client),
      );
      // The palette offers the commands from here on only; before, there is nothing to restart or to show.
      await commands.executeCommand('setContext', 'atomicState.active', true);
      await server.start();
    },
    async deactivate() {
      await server?.stop();
    },
  };
}
