import {
  type CancellationToken,
  Disposable,
  EventEmitter,
  type FileDecoration,
  type FileDecorationProvider,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { statusRequest } from './protocol';

/** The name of a file that can be a state file, and does not have the icon by its name. */
const CANDIDATE = /(?<!\.automata)\.ya?ml$|\.json$/i;

/**
 * Marks state files and scenarios in the Explorer by a badge. The icon of a file depends on its language, which VS Code
 * only knows by its name until the file is opened; only then it has the icon of state files instead.
 */
export class UnopenedFileBadges implements Disposable, FileDecorationProvider {
  readonly #client: BaseLanguageClient;
  readonly #changed = new EventEmitter<Uri | undefined>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #listeners: Disposable;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    const changed = ({ uri }: TextDocument) => this.#changed.fire(uri);
    this.#listeners = Disposable.from(
      this.#changed,
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) this.#changed.fire(undefined);
      }),
      workspace.onDidOpenTextDocument(changed),
      workspace.onDidCloseTextDocument(changed),
      window.registerFileDecorationProvider(this),
    );
  }

  /** Called when the kinds of files may have changed. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async provideFileDecoration(uri: Uri, token: CancellationToken): Promise<FileDecoration | undefined> {
    if (!CANDIDATE.test(uri.path) || !this.#client.isRunning() || hasIcon(uri)) return undefined;
    const params = { uri: this.#client.code2ProtocolConverter.asUri(uri) };
    const { kind, label } = await this.#client.sendRequest(statusRequest, params, token);
    return kind === 'none' ? undefined : { badge: '◇', tooltip: label };
  }
}

/** Whether the file is open with the language of state files. */
function hasIcon(uri: Uri): boolean {
  const key = uri.toString();
  return workspace.textDocuments.some(
    ({ uri: open, languageId }) => languageId === 'atomic-state' && open.toString() === key,
  );
}
