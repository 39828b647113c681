import { commands, Disposable, l10n, window } from 'vscode';
import { checkWorkspace } from './check-workspace';
import { CommandArguments } from './command-arguments';
import type { CommandContext } from './command-context';
import { copyReport } from './copy-report';
import { ignoreAsStateFile, treatAsStateFile } from './decide';
import { exportJson } from './export-json';
import { importJson } from './import-json';
import { createProject } from './new-project';
import { createState } from './new-state';
import { showReferences } from './show-references';
import { traceFindings } from './trace-findings';

type Command = (tools: CommandContext, given: CommandArguments) => Promise<void>;

/** Commands that ask the user, or take {@link CommandArguments} from a key binding or a task. */
const handlers: Readonly<Record<string, Command>> = {
  'atomicState.newProject': createProject,
  'atomicState.newState': createState,
  'atomicState.exportJson': exportJson,
  'atomicState.importJson': importJson,
  'atomicState.checkWorkspace': checkWorkspace,
  'atomicState.copyReport': copyReport,
  'atomicState.traceFindings': traceFindings,
  'atomicState.treatAsStateFile': treatAsStateFile,
  'atomicState.notStateFile': ignoreAsStateFile,
};

/** Registers the commands of the palette, and those that the server refers to. */
export function registerCommands(tools: CommandContext): Disposable {
  const { server, output } = tools;
  return Disposable.from(
    commands.registerCommand('atomicState.restartServer', () => server.restart()),
    commands.registerCommand('atomicState.showOutput', () => output.show()),
    commands.registerCommand('atomicState.showReferences', (uri, position, locations) =>
      showReferences(server, uri, position, locations),
    ),
    ...Object.entries(handlers).map(([id, command]) =>
      commands.registerCommand(id, (given: unknown) =>
        guarded(tools, id, command, new CommandArguments(given)),
      ),
    ),
  );
}

/** Runs a command. An exception is shown to the user, with a button that opens the output. */
async function guarded(
  tools: CommandContext,
  id: string,
  command: Command,
  given: CommandArguments,
): Promise<void> {
  try {
    await command(tools, given);
  } catch (error) {
    tools.output.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    const showOutput = l10n.t('Show Output');
    const restart = l10n.t('Restart Server');
    const message = tools.server.client.isRunning()
      ? l10n.t('The command failed: {0}', error instanceof Error ? error.message : String(error))
      : l10n.t('The language server is not running.');
    const buttons = tools.server.client.isRunning() ? [showOutput] : [restart, showOutput];
    void window.showErrorMessage(message, ...buttons).then((answer) => {
      if (answer === showOutput) {
        tools.output.show();
      } else if (answer === restart) {
        void tools.server.restart();
      }
    });
  }
}
