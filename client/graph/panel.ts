import {
  CancellationTokenSource,
  Disposable,
  env,
  l10n,
  type TextEditor,
  type TextEditorSelectionChangeEvent,
  Uri,
  type WebviewPanel,
  window,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { columnBeside } from '../column-beside';
import type { ExportFormat, FromPage, ToPage } from './messages';
import { pageHtml } from './page';
import { type DrawnGraph, stateAtRequest, stateGraphRequest } from './requests';
import { saveDrawing } from './save';

/** How long typing or moving must pause before the server is asked, in milliseconds. */
const pause = 120;

/** The panel of one project: asks for its graph, shows it in a page, and leads from there to the text. */
export class GraphPanel implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #client: BaseLanguageClient;
  readonly #uri: string;
  readonly #listeners: Disposable[];
  #drawn: DrawnGraph | undefined;
  #isReady = false;
  /** Waits for the page. */
  #export: ExportFormat | undefined;
  #asking: CancellationTokenSource | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #cursorTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the questions for the state at the cursor, so that only the last answer is taken. */
  #cursorQuestion = 0;
  /** Where the page put the cursor last: that it is there now is no news to it. */
  #revealed = '';

  /**
   * @param panel new, or restored by VS Code; belongs to this object from now on
   * @param uri a file of the project, by the address that the protocol uses for it
   */
  constructor(panel: WebviewPanel, client: BaseLanguageClient, extension: Uri, uri: string) {
    this.#panel = panel;
    this.#client = client;
    this.#uri = uri;
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [Uri.joinPath(extension, 'dist')] };
    panel.iconPath = {
      light: Uri.joinPath(extension, 'images', 'graph-light.svg'),
      dark: Uri.joinPath(extension, 'images', 'graph-dark.svg'),
    };
    this.#listeners = [
      webview.onDidReceiveMessage((message: FromPage) => this.#receive(message)),
      window.onDidChangeTextEditorSelection((change) => this.#cursorMoved(change)),
      window.onDidChangeActiveTextEditor((editor) => this.#followSoon(editor)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) {
          this.#isReady = false; // The page is gone, and says so when it is back.
        }
      }),
    ];
    webview.html = pageHtml(webview, extension, uri);
  }

  /** The panel was closed. */
  get onDidDispose() {
    return this.#panel.onDidDispose;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Brings the panel to the front; with the focus in it. */
  show(): void {
    this.#panel.reveal();
  }

  /** Asks for the graph again after a pause in which nothing else changes. */
  refreshSoon(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => this.#guarded(this.#refresh()), pause);
  }

  /** Makes the page write out its drawing and saves that where the person chooses. */
  export(format: ExportFormat): void {
    if (this.#isReady) {
      this.#send({ type: 'export', format });
    } else {
      this.#export = format;
    }
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    clearTimeout(this.#cursorTimer);
    this.#asking?.cancel();
    Disposable.from(...this.#listeners).dispose();
    this.#panel.dispose();
  }

  #send(message: ToPage): void {
    if (this.#isReady) {
      void this.#panel.webview.postMessage(message);
    }
  }

  #receive(message: FromPage): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#guarded(this.#begin());
        break;
      case 'reveal':
        this.#guarded(this.#reveal(message.id, message.focus));
        break;
      case 'save':
        this.#guarded(saveDrawing(this.#file(), message.format, message.content));
        break;
      case 'copy':
        this.#guarded(Promise.resolve(env.clipboard.writeText(message.text)));
        break;
      case 'failed':
        this.#client.warn(`State graph: ${message.what}`, undefined, false);
        break;
    }
  }

  /** A page that was hidden is built anew, and knows only what it wrote down itself. */
  async #begin(): Promise<void> {
    await this.#refresh();
    this.#followSoon(window.activeTextEditor ?? window.visibleTextEditors[0]);
    if (this.#export) {
      this.#send({ type: 'export', format: this.#export });
      this.#export = undefined;
    }
  }

  async #refresh(): Promise<void> {
    if (!this.#isReady || !this.#client.isRunning()) {
      return;
    }
    this.#asking?.cancel();
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    try {
      const drawn = await this.#client.sendRequest(stateGraphRequest, { uri: this.#uri }, asking.token);
      if (asking.token.isCancellationRequested) {
        return;
      }
      if (drawn === null) {
        this.#send({ type: 'none', reason: l10n.t('This file is no automata now. The graph is as it was.') });
        return;
      }
      this.#drawn = drawn;
      this.#panel.title = l10n.t('{0} (States)', drawn.title);
      this.#send({ type: 'graph', graph: drawn.graph, title: drawn.title });
    } catch (error) {
      if (!asking.token.isCancellationRequested) {
        throw error;
      }
    } finally {
      asking.dispose();
      if (this.#asking === asking) {
        this.#asking = undefined;
      }
    }
  }

  #cursorMoved({ textEditor, selections }: TextEditorSelectionChangeEvent): void {
    const [selection] = selections;
    const here = selection
      ? keyOf(textEditor.document.uri, selection.start.line, selection.start.character)
      : '';
    if (here === this.#revealed) {
      this.#revealed = '';
      return;
    }
    this.#followSoon(textEditor);
  }

  #followSoon(editor: TextEditor | undefined): void {
    if (!editor || !this.#isReady || !this.#draws(editor.document.uri)) {
      return;
    }
    clearTimeout(this.#cursorTimer);
    this.#cursorTimer = setTimeout(() => this.#guarded(this.#follow(editor)), pause);
  }

  async #follow(editor: TextEditor): Promise<void> {
    if (!this.#client.isRunning()) {
      return;
    }
    this.#cursorQuestion += 1;
    const question = this.#cursorQuestion;
    const { code2ProtocolConverter } = this.#client;
    const found = await this.#client.sendRequest(stateAtRequest, {
      textDocument: code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
      position: code2ProtocolConverter.asPosition(editor.selection.active),
    });
    if (found && question === this.#cursorQuestion) {
      this.#send({ type: 'cursor', id: found.id, edge: found.edge });
    }
  }

  /** Whether a file is one of those that the graph is made from. */
  #draws(uri: Uri): boolean {
    const address = this.#client.code2ProtocolConverter.asUri(uri);
    return (
      address === this.#uri || Object.values(this.#drawn?.places ?? {}).some((place) => place.uri === address)
    );
  }

  async #reveal(id: string, focus: boolean): Promise<void> {
    const place = this.#drawn?.places[id];
    if (!place) {
      return;
    }
    const { asUri, asRange } = this.#client.protocol2CodeConverter;
    const uri = asUri(place.uri);
    const selection = asRange(place.selection);
    this.#revealed = keyOf(uri, selection.start.line, selection.start.character);
    await window.showTextDocument(uri, {
      viewColumn: columnBeside(this.#panel, uri),
      preserveFocus: !focus,
      preview: true,
      selection,
    });
  }

  #file(): Uri {
    return this.#client.protocol2CodeConverter.asUri(this.#uri);
  }

  #guarded(work: Promise<void>): void {
    work.catch((error: unknown) => this.#client.warn(`State graph: ${String(error)}`, undefined, false));
  }
}

function keyOf(uri: Uri, line: number, character: number): string {
  return `${uri.toString()}#${line},${character}`;
}
