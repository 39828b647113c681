import { type ExtensionContext, ExtensionMode, type LogOutputChannel, l10n, window, workspace } from 'vscode';
import {
  type BaseLanguageClient,
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  type LanguageClientOptions,
  RevealOutputChannelOn,
} from 'vscode-languageclient';
import { formatOnType, provideAutomaticItems } from './automatic-items';
import { noteChanges } from './moved-files';
import { trustGranted } from './protocol';
import type { RecentLog } from './recent-log';
import { rulePagesAddress } from './rule-pages';
import { TraceChannel } from './trace';

/** The languages whose documents the server sees; `yaml` and `json` because their content decides. */
export const documentLanguages = ['atomic-state', 'yaml', 'json', 'jsonc'] as const;

/**
 * Schemes of such documents, in addition to those of the workspace folders. Others, such as old versions in a
 * comparison, are ignored.
 */
const schemes = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'] as const;

/** Consecutive unreadable or unwritable messages before the connection is closed. */
const toleratedErrors = 3;

/** Restarts within three minutes before a server that stops is not started again. */
const MAX_RESTARTS = 10;

/** Time limit until a stopped server is detected, in milliseconds. */
const stopDelay = 3000;

/** Creates the library's client, which runs the server as a process or as a worker. */
export type CreateClient = (
  context: ExtensionContext,
  id: string,
  name: string,
  options: LanguageClientOptions,
) => BaseLanguageClient;

/** The language server: one process or worker, its connection, and what happens when it stops. */
export class Server {
  readonly client: BaseLanguageClient;
  /** The address of the pages of rules, without the code at its end. */
  readonly #rulePages: string;
  readonly #output: LogOutputChannel;
  /** Decides whether a server that stopped is started again. */
  #restarts: ErrorHandler;
  readonly #isTested: boolean;
  /** The documents that the server handles. Extended with the workspace. */
  readonly #selector: { language: string; scheme: string }[] = [];
  /** The number of unexpected stops; `#closed` handles each of them. */
  #stops = 0;
  #starts = 0;
  /** Whether the next server analyses the files again with which an earlier one ended. */
  #forgetsNotes = false;
  /** A connection error is being examined. */
  #isFailing = false;

  constructor(context: ExtensionContext, output: RecentLog, createClient: CreateClient) {
    this.#output = output;
    this.#rulePages = rulePagesAddress(context);
    this.#isTested = context.extensionMode === ExtensionMode.Test;
    const trace = new TraceChannel(output.unremembered);
    context.subscriptions.push(
      trace,
      workspace.onDidGrantWorkspaceTrust(() => this.#tellTrust()),
      workspace.onDidChangeWorkspaceFolders(async () => {
        // The client reads the selector when it starts.
        if (this.#widenSelector()) {
          await this.restart();
        }
      }),
    );
    this.#widenSelector();
    const name = l10n.t('Atomic State');
    this.client = quiet(createClient(context, 'atomicState', name, this.#clientOptions(trace)));
    this.#restarts = this.client.createDefaultErrorHandler(MAX_RESTARTS);
  }

  /** Starts the server. A failure is shown to the user and does not reject. */
  async start(): Promise<void> {
    const stopsBefore = this.#stops;
    this.#starts += 1;
    try {
      await this.client.start();
    } catch (error) {
      this.#output.error(error instanceof Error ? error : String(error));
      // If the server stops during its start, it is restarted; the user sees a message only if that fails too.
      if (this.#stops === stopsBefore) {
        void this.#tell(l10n.t('Could not start the Atomic State language server.'));
      }
    }
  }

  /** Stops the server if it is running, and starts it. */
  async restart(): Promise<void> {
    this.#restarts = this.client.createDefaultErrorHandler(MAX_RESTARTS);
    this.#forgetsNotes = true;
    this.#output.info(l10n.t('Restarting the language server.'));
    try {
      if (this.client.needsStop()) {
        await this.client.stop();
      }
    } catch (error) {
      // The client kills a server that does not answer `shutdown`; only the note matters.
      this.#output.warn(String(error));
    }
    await this.start();
  }

  /** Stops the server for good. */
  async stop(): Promise<void> {
    if (this.client.needsStop()) {
      await this.client.stop();
    }
  }

  /** A server that is not running is notified when it starts. */
  #tellTrust(): void {
    if (this.client.isRunning()) {
      this.client.sendNotification(trustGranted).catch((error: unknown) => this.#output.warn(String(error)));
    }
  }

  /** Selects documents of all folders. Returns whether a scheme was added. */
  #widenSelector(): boolean {
    const ofFolders = workspace.workspaceFolders?.map(({ uri }) => uri.scheme) ?? [];
    const known = new Set(this.#selector.map(({ scheme }) => scheme));
    const added = [...new Set([...schemes, ...ofFolders])].filter((scheme) => !known.has(scheme));
    this.#selector.push(
      ...added.flatMap((scheme) => documentLanguages.map((language) => ({ language, scheme }))),
    );
    return added.length > 0;
  }

  #clientOptions(trace: LogOutputChannel): LanguageClientOptions {
    return {
      documentSelector: this.#selector,
      initializationOptions: () => ({
        triggerSuggest: 'atomicState.suggest',
        triggerParameterHints: 'editor.action.triggerParameterHints',
        showReferences: 'atomicState.showReferences',
        run: 'atomicState.run',
        rulePages: this.#rulePages,
        trusted: workspace.isTrusted,
        // VS Code's JSON features provide an outline of every JSON file.
        hasJsonOutline: true,
        servesFiles: true,
        ownMessages: true,
        forgetsNotes: this.#forgetsNotes,
        testRequests: this.#isTested,
      }),
      outputChannel: this.#output,
      traceOutputChannel: trace,
      // Messages of the server never take the focus; important ones are shown by the client.
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticPullOptions: { onChange: true, onSave: true, onFocus: true },
      middleware: {
        provideCompletionItem: provideAutomaticItems,
        provideOnTypeFormattingEdits: formatOnType,
        workspace: { willRenameFiles: noteChanges },
      },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: (_error, _message, count) => this.#failed(count ?? 0),
        closed: () => this.#closed(),
      },
    };
  }

  async #failed(inARow: number): Promise<{ action: ErrorAction; handled: boolean }> {
    if (inARow <= toleratedErrors || this.#isFailing || !(await this.#isBroken())) {
      return { action: ErrorAction.Continue, handled: true };
    }
    void this.#tell(l10n.t('The connection to the Atomic State language server was lost.'));
    return { action: ErrorAction.Shutdown, handled: true };
  }

  /** Whether the server runs without a working connection. `#closed` handles a server that has stopped. */
  async #isBroken(): Promise<boolean> {
    const [stops, starts] = [this.#stops, this.#starts];
    this.#isFailing = true;
    await new Promise((resolve) => setTimeout(resolve, stopDelay));
    this.#isFailing = false;
    return stops === this.#stops && starts === this.#starts;
  }

  async #closed(): Promise<{ action: CloseAction; handled: boolean }> {
    this.#stops += 1;
    this.#forgetsNotes = false;
    const { action } = await this.#restarts.closed();
    if (action === CloseAction.Restart) {
      return { action, handled: true };
    }
    void this.#tell(l10n.t('The Atomic State language server stopped several times and is not restarted.'));
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  async #tell(message: string): Promise<void> {
    const showOutput = l10n.t('Show Output');
    const restart = l10n.t('Restart');
    const answer = await window.showErrorMessage(message, showOutput, restart);
    if (answer === showOutput) {
      this.#output.show();
    } else if (answer === restart) {
      await this.restart();
    }
  }
}

/**
 * The client of the library without its own messages: it shows several for one failed start. They go to the output,
 * and {@link Server} shows a single message.
 */
function quiet(client: BaseLanguageClient): BaseLanguageClient {
  const error = client.error.bind(client);
  client.error = (message, data) => error(message, data, false);
  return client;
}
