import {
  type Command,
  commands,
  Disposable,
  type LanguageStatusItem,
  LanguageStatusSeverity,
  l10n,
  languages,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import type { DocumentStatus } from '../server/protocol/messages';
import { statusChanged, statusRequest } from './protocol';
import { documentLanguages } from './server';

/** Delay after the last edit before the status is requested again, in milliseconds. */
const pause = 400;

/**
 * The language status item: the automata of the active file, or why features are not available. A click opens the
 * main file of the automata, or the output if there is none.
 */
export class StatusItem implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #item: LanguageStatusItem;
  /** Why a document is a state file; there is none for other documents. */
  #reason: LanguageStatusItem | undefined;
  /** The configuration file that applies to the document; there is none for most. */
  #configuration: LanguageStatusItem | undefined;
  readonly #listeners: Disposable[];
  #timer: NodeJS.Timeout | undefined;
  /** Counts the requests, so that only the latest answer is shown. */
  #question = 0;

  /** @param onChanged called when the kinds of files may have changed */
  constructor(client: BaseLanguageClient, onChanged: () => void) {
    this.#client = client;
    this.#item = newItem('atomicState.status');
    this.#item.name = l10n.t('Atomic State');
    this.#listeners = [
      client.onDidChangeState(() => this.#ask()),
      client.onNotification(statusChanged, () => {
        this.#askSoon();
        onChanged();
      }),
      window.onDidChangeActiveTextEditor(() => this.#ask()),
      // VS Code reports a change of language as an opened document.
      workspace.onDidOpenTextDocument((document) => this.#askSoonFor(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#askSoonFor(document)),
    ];
    this.#ask();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#item.dispose();
    this.#hideDetails();
    Disposable.from(...this.#listeners).dispose();
  }

  #askSoonFor(document: TextDocument): void {
    if (document === window.activeTextEditor?.document) {
      this.#askSoon();
    }
  }

  #askSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#question += 1;
    this.#update(this.#question).catch((error: unknown) => {
      this.#client.warn(String(error), undefined, false);
    });
  }

  async #update(question: number): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (!this.#client.isRunning()) {
      this.#showNoServer();
      return;
    }
    if (!document || !documentLanguages.some((language) => language === document.languageId)) {
      this.#item.busy = false; // The item is not shown there.
      if (document) {
        setIsStateFile(false);
      }
      return;
    }
    this.#item.busy = true;
    try {
      const uri = this.#client.code2ProtocolConverter.asUri(document.uri);
      const status = await this.#client.sendRequest(statusRequest, { uri });
      if (question === this.#question) {
        this.#show(status);
      }
    } finally {
      if (question === this.#question) {
        this.#item.busy = false;
      }
    }
  }

  #show(status: DocumentStatus): void {
    // Commands for automata are in the palette only if there is one.
    void commands.executeCommand('setContext', 'atomicState.hasAutomata', status.hasAutomata);
    setIsStateFile(status.kind !== 'none');
    this.#item.text = status.label;
    this.#item.detail = status.detail;
    this.#item.severity = status.isQuarantined
      ? LanguageStatusSeverity.Warning
      : LanguageStatusSeverity.Information;
    this.#item.command = this.#command(status);
    this.#showReason(status);
    this.#showConfiguration(status);
  }

  /** Shows why a document is a state file, with a command to change that. */
  #showReason({ kind, reason, change }: DocumentStatus): void {
    if (kind === 'none') {
      this.#hideDetails();
      return;
    }
    this.#reason ??= newItem('atomicState.reason');
    this.#reason.name = l10n.t('Atomic State: Detection');
    this.#reason.text = l10n.t('State file');
    this.#reason.detail = reason;
    this.#reason.command =
      change === 'leave'
        ? { command: 'atomicState.notStateFile', title: l10n.t('Not a State File') }
        : undefined;
  }

  #command(status: DocumentStatus): Command {
    if (status.isQuarantined) {
      return { command: 'atomicState.restartServer', title: l10n.t('Restart') };
    }
    if (status.change === 'treat') {
      return { command: 'atomicState.treatAsStateFile', title: l10n.t('Treat as State File') };
    }
    if (status.automata === undefined || status.kind === 'automata') {
      return { command: 'atomicState.showOutput', title: l10n.t('Show Output') };
    }
    const target = this.#client.protocol2CodeConverter.asUri(status.automata);
    return { command: 'vscode.open', title: l10n.t('Open Automata'), arguments: [target] };
  }

  /** Shows the configuration file, and which settings it replaces. */
  #showConfiguration({ kind, configuration }: DocumentStatus): void {
    if (kind === 'none' || !configuration) {
      this.#configuration?.dispose();
      this.#configuration = undefined;
      return;
    }
    this.#configuration ??= newItem('atomicState.configuration');
    this.#configuration.name = l10n.t('Atomic State: Configuration');
    this.#configuration.text = configuration.label;
    this.#configuration.detail = configuration.detail;
    const target = this.#client.protocol2CodeConverter.asUri(configuration.uri);
    this.#configuration.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [target] };
  }

  #hideDetails(): void {
    this.#reason?.dispose();
    this.#reason = undefined;
    this.#configuration?.dispose();
    this.#configuration = undefined;
  }

  #showNoServer(): void {
    this.#hideDetails();
    const starting = this.#client.state === State.Starting;
    this.#item.busy = starting;
    this.#item.text = l10n.t('Atomic State');
    this.#item.detail = starting
      ? l10n.t('The language server is starting.')
      : l10n.t('The language server is not running.');
    this.#item.severity = starting ? LanguageStatusSeverity.Information : LanguageStatusSeverity.Error;
    this.#item.command = { command: 'atomicState.restartServer', title: l10n.t('Restart') };
  }
}

function newItem(id: string): LanguageStatusItem {
  return languages.createLanguageStatusItem(
    id,
    documentLanguages.map((language) => ({ language })),
  );
}

/** Context keys for the menus and the palette: whether to show commands that apply only to state files. */
function setIsStateFile(isOne: boolean): void {
  void commands.executeCommand('setContext', 'atomicState.isStateFile', isOne);
}
