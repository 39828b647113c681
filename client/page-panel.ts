import {
  type CancellationToken,
  commands,
  Disposable,
  type Event,
  env,
  Range,
  type TextDocumentShowOptions,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { onDrawnStatesChanged } from './drawn-states';
import { LatestRequest } from './latest-request';
import type { FromAnyPage } from './page-messages';
import { type WebviewPage, webviewHtml } from './webview-page';

/** The properties of a kind of panel. */
interface PanelKind {
  /** Its icons are `images/<name>-light.svg` and `images/<name>-dark.svg`. */
  readonly name: string;
  /** Its name in the log. */
  readonly logged: string;
  /** Delay after the last edit or cursor move before the server is requested, in milliseconds. */
  readonly pause: number;
}

/**
 * A panel whose page shows answers of the server. VS Code destroys the page while it is hidden and creates it again
 * later; the panel stores the current content and sends it when the page is ready.
 */
export abstract class PagePanel<ToPage, Answer> implements Disposable {
  protected readonly panel: WebviewPanel;
  protected readonly client: BaseLanguageClient;
  readonly #extension: Uri;
  readonly #kind: PanelKind;
  readonly #listeners: Disposable[];
  readonly #question = new LatestRequest();
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #displayed: ToPage | undefined;
  #isReady = false;
  #hasBegun = false;
  #wasVisible = true;
  #setReady = () => {};
  /** Resolves when the page is ready for the first time, or the panel is closed. */
  readonly whenReady = new Promise<void>((resolve) => {
    this.#setReady = resolve;
  });

  /** @param panel new, or restored by VS Code; owned by this object */
  constructor(panel: WebviewPanel, client: BaseLanguageClient, extension: Uri, kind: PanelKind) {
    this.panel = panel;
    this.client = client;
    this.#extension = extension;
    this.#kind = kind;
    panel.webview.options = { enableScripts: true, localResourceRoots: [Uri.joinPath(extension, 'dist')] };
    panel.iconPath = {
      light: Uri.joinPath(extension, 'images', `${kind.name}-light.svg`),
      dark: Uri.joinPath(extension, 'images', `${kind.name}-dark.svg`),
    };
    this.#listeners = [
      this.#question,
      panel.webview.onDidReceiveMessage((message: FromAnyPage) => this.#receive(message)),
      panel.onDidDispose(() => this.dispose()),
      panel.onDidChangeViewState(() => this.#viewChanged()),
      onDrawnStatesChanged(client)(() => this.refreshSoon()),
    ];
  }

  /** The panel was closed. */
  get onDidDispose(): Event<void> {
    return this.panel.onDidDispose;
  }

  /** Requests the content after a delay, which each further change restarts. */
  refreshSoon(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => this.#refresh(), this.#kind.pause);
  }

  dispose(): void {
    this.#setReady();
    clearTimeout(this.#refreshTimer);
    Disposable.from(...this.#listeners).dispose();
    this.panel.dispose();
  }

  /** Requests the content from the server. */
  protected abstract ask(token: CancellationToken): Promise<Answer>;

  /** Takes the answer and displays it. */
  protected abstract take(answer: Answer): void;

  /** Called when the page, new or created again, has shown its first content. */
  protected begun(): void {}

  /** Whether the server is also requested while the page is hidden. */
  protected get refreshesHidden(): boolean {
    return false;
  }

  /** Whether the page shows something. */
  protected get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Loads the page, and requests its content at the same time. */
  protected load(page: WebviewPage): void {
    this.panel.webview.html = webviewHtml(this.panel.webview, this.#extension, page);
    this.#refresh();
  }

  /** Disposes something together with the panel. */
  protected own(...listeners: readonly Disposable[]): void {
    this.#listeners.push(...listeners);
  }

  /** Requests the content immediately. */
  protected refreshNow(): void {
    clearTimeout(this.#refreshTimer);
    this.#refresh();
  }

  /**
   * Shows this in the page, now or once the page is ready, and again after the page is rebuilt.
   *
   * @param change is sent instead to a page that already shows something
   */
  protected display(message: ToPage, change = message): void {
    this.#displayed = message;
    if (this.#hasBegun && this.#isReady) this.send(change);
    else this.#deliver();
  }

  /** Sends a message to the page, if it exists. */
  protected send(message: ToPage): void {
    if (this.#isReady) {
      void this.panel.webview.postMessage(message);
    }
  }

  /** Shows a file beside the panel: where the file, or another text, is already shown. */
  protected async showText(uri: Uri, options: TextDocumentShowOptions): Promise<void> {
    const same = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
    const other = window.tabGroups.all.find(({ viewColumn }) => viewColumn !== this.panel.viewColumn);
    const viewColumn = same?.viewColumn ?? other?.viewColumn ?? ViewColumn.Beside;
    await window.showTextDocument(uri, { ...options, viewColumn });
  }

  /** Shows a place of a file beside the panel. `offset` is in UTF-16 code units. */
  protected async showOffset(uri: Uri, offset: number): Promise<void> {
    const start = (await workspace.openTextDocument(uri)).positionAt(offset);
    await this.showText(uri, { selection: new Range(start, start) });
  }

  /** Logs a failure of some work. */
  protected guarded(work: Promise<void>): void {
    work.catch((error: unknown) => this.#log(String(error)));
  }

  #refresh(): void {
    if ((this.panel.visible || this.refreshesHidden) && this.client.isRunning()) {
      this.guarded(this.#askAndTake());
    }
  }

  async #askAndTake(): Promise<void> {
    const answer = await this.#question.ask((token) => this.ask(token));
    if (answer !== undefined) {
      this.take(answer);
    }
  }

  #receive(message: FromAnyPage): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#setReady();
        this.#hasBegun = false;
        this.#deliver();
        break;
      case 'failed':
        this.#log(message.what);
        break;
      case 'trust':
        void commands.executeCommand('workbench.trust.manage');
        break;
      case 'copy':
        this.guarded(Promise.resolve(env.clipboard.writeText(message.text)));
        break;
    }
  }

  #deliver(): void {
    if (this.#displayed === undefined || !this.#isReady) {
      return;
    }
    this.send(this.#displayed);
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.begun();
    }
  }

  #viewChanged(): void {
    const { visible } = this.panel;
    if (visible === this.#wasVisible) {
      return;
    }
    this.#wasVisible = visible;
    if (visible) {
      this.#refresh(); // Nothing is requested while the panel is hidden.
    } else {
      this.#isReady = false;
      this.#hasBegun = false;
    }
  }

  #log(what: string): void {
    this.client.warn(`${this.#kind.logged}: ${what}`, undefined, false);
  }
}
