import { commands, type Disposable, type ExtensionContext, ExtensionMode, l10n, window } from 'vscode';
import { registerAllThree } from './all-three';
import { registerSuggestCommands } from './automatic-items';
import { registerCommands } from './commands';
import { registerStopForTest } from './commands/stop-for-test';
import { registerCompare } from './compare/register';
import { registerDebugger } from './debug/register';
import { answerForFiles } from './files';
import { registerGraph } from './graph/register';
import { detectLanguage } from './language';
import { saveMovedTags } from './moved-files';
import { registerPreview } from './preview/register';
import { RecentLog } from './recent-log';
import { registerRulePages } from './rule-pages';
import { registerRun } from './run/register';
import { type CreateClient, Server } from './server';
import { StatusItem } from './status';
import { ScenarioCoverage } from './tests/coverage';
import { registerTests } from './tests/register';
import { UnopenedFileBadges } from './unopened-files';

/** The functions of an extension that VS Code calls. */
interface Extension {
  /** VS Code activates the extension when a document of one of the languages in `activationEvents` is opened. */
  activate(context: ExtensionContext): Promise<void>;
  /** Called before VS Code ends or when the extension is turned off. */
  deactivate(): Promise<void>;
}

/**
 * The extension, on a desktop and in a browser.
 *
 * @param createClient creates the client, which runs the server differently on each platform
 * @param registerMore registers platform-specific features
 */
export function extension(
  createClient: CreateClient,
  registerMore?: (context: ExtensionContext) => Disposable,
): Extension {
  let server: Server | undefined;
  return {
    async activate(context) {
      const output = new RecentLog(window.createOutputChannel(l10n.t('Atomic State'), { log: true }));
      server = new Server(context, output, createClient);
      const coverage = new ScenarioCoverage(server.client);
      const badges = new UnopenedFileBadges(server.client);
      context.subscriptions.push(
        output,
        answerForFiles(server.client),
        registerCommands({ server, output, extension: context.extension }),
        registerSuggestCommands(),
        registerGraph(context, server, coverage),
        registerPreview(context, server),
        coverage,
        registerTests(server, coverage),
        registerDebugger(context, server),
        registerRun(context, server),
        registerCompare(context, server),
        registerAllThree(server),
        registerRulePages(server),
        detectLanguage(server.client),
        saveMovedTags(),
        badges,
        new StatusItem(server.client, () => badges.refresh()),
        ...(registerMore ? [registerMore(context)] : []),
        ...(context.extensionMode === ExtensionMode.Test ? [registerStopForTest(server)] : []),
      );
      // Lists the commands in the palette. Before activation, there is nothing to restart or to show.
      await commands.executeCommand('setContext', 'atomicState.active', true);
      await server.start();
    },
    async deactivate() {
      await server?.stop();
    },
  };
}
