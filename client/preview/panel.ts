import {
  CancellationTokenSource,
  Disposable,
  l10n,
  Selection,
  type TextEditor,
  Uri,
  type WebviewPanel,
  window,
} from 'vscode';
import type { BaseLanguageClient, Position, Range } from 'vscode-languageclient';
import { columnBeside } from '../column-beside';
import { webviewHtml } from '../webview-page';
import type { FromPage, PageStart, SavedPage, ToPage } from './messages';
import { type PlacedPreview, statePreviewRequest } from './requests';
import { previewTexts } from './texts';

/** How long typing or moving must pause before the server is asked, in milliseconds. */
const pause = 60;

/** The panel of the preview: asks for the state at the cursor, shows it in a page, and leads from there to the text. */
export class PreviewPanel implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #client: BaseLanguageClient;
  readonly #listeners: Disposable[];
  /** The file whose cursor is followed, by the address that the protocol uses for it, and the state shown of it. */
  #followed: SavedPage | undefined;
  #shown: PlacedPreview | undefined;
  #isReady = false;
  #asking: CancellationTokenSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param panel new, or restored by VS Code; belongs to this object from now on
   * @param saved what was shown before
   */
  constructor(panel: WebviewPanel, client: BaseLanguageClient, extension: Uri, saved: SavedPage | undefined) {
    this.#panel = panel;
    this.#client = client;
    this.#followed = saved;
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [Uri.joinPath(extension, 'dist')] };
    panel.iconPath = {
      light: Uri.joinPath(extension, 'images', 'preview-light.svg'),
      dark: Uri.joinPath(extension, 'images', 'preview-dark.svg'),
    };
    this.#listeners = [
      webview.onDidReceiveMessage((message: FromPage) => this.#receive(message)),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) {
          this.refreshSoon();
        }
      }),
      window.onDidChangeActiveTextEditor(() => this.refreshSoon()),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) {
          this.#isReady = false; // The page is gone, and says so when it is back.
        }
      }),
    ];
    const texts = previewTexts();
    const start: PageStart = { texts };
    webview.html = webviewHtml(webview, extension, { name: 'preview', title: texts.title, start });
  }

  /** The panel was closed. */
  get onDidDispose() {
    return this.#panel.onDidDispose;
  }

  /** Brings the panel to the front, without the focus. */
  show(): void {
    this.#panel.reveal(undefined, true);
    this.refreshSoon();
  }

  /** Asks for the preview again after a pause in which nothing else changes. */
  refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#guarded(this.#refresh()), pause);
  }

  dispose(): void {
    clearTimeout(this.#timer);
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
        this.refreshSoon();
        break;
      case 'reveal':
        this.#guarded(this.#reveal(message.at));
        break;
      case 'failed':
        this.#client.warn(`Preview: ${message.what}`, undefined, false);
        break;
    }
  }

  /** The editor that is active, where it may hold a state, else the file that was followed before. */
  async #refresh(): Promise<void> {
    if (!this.#isReady || !this.#client.isRunning()) {
      return;
    }
    this.#asking?.cancel();
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    const active = window.activeTextEditor;
    const before = this.#followed;
    try {
      const answer =
        (active && (await this.#ask(this.#uriOf(active), active, asking))) ??
        (before && (await this.#ask(before.uri, this.#editorOf(before.uri), asking)));
      if (asking.token.isCancellationRequested) {
        return;
      }
      if (answer && 'preview' in answer) {
        this.#take(answer);
      } else {
        this.#shown = undefined;
        this.#send({
          type: 'none',
          reason: answer
            ? l10n.t('Put the cursor into a state to see what its user sees.')
            : l10n.t('Open a state file, and put the cursor into a state.'),
        });
      }
    } catch (error) {
      // What was asked of an older text is asked again when the newer one is known.
      if (!asking.token.isCancellationRequested && !isOutdated(error)) {
        throw error;
      }
    } finally {
      asking.dispose();
      if (this.#asking === asking) {
        this.#asking = undefined;
      }
    }
  }

  /** What is to be shown for a file; undefined for one that has no states. */
  async #ask(uri: string, editor: TextEditor | undefined, asking: CancellationTokenSource) {
    const position = editor
      ? this.#client.code2ProtocolConverter.asPosition(editor.selection.active)
      : { line: 0, character: 0 };
    const shown = this.#followed?.id;
    const params = { textDocument: { uri }, position, ...(shown === undefined ? {} : { shown }) };
    const answer = await this.#client.sendRequest(statePreviewRequest, params, asking.token);
    if ('none' in answer && answer.none === 'no-state-file') {
      return undefined;
    }
    if ('preview' in answer && !asking.token.isCancellationRequested) {
      this.#followed = { uri, id: answer.preview.state.id };
    }
    return answer;
  }

  #take(answer: PlacedPreview): void {
    this.#shown = answer;
    const { preview, uri, places } = answer;
    this.#panel.title = l10n.t('Preview of {0}', preview.state.name);
    const editor = this.#editorOf(uri);
    const cursor = editor && this.#client.code2ProtocolConverter.asPosition(editor.selection.active);
    const here = cursor && innermost(places, cursor);
    this.#send({ type: 'preview', preview, uri, ...(here === undefined ? {} : { here }) });
  }

  async #reveal(at: number): Promise<void> {
    const range = this.#shown?.places[at];
    if (!this.#shown || !range) {
      return;
    }
    const { asUri, asPosition } = this.#client.protocol2CodeConverter;
    const uri = asUri(this.#shown.uri);
    const start = asPosition(range.start);
    await window.showTextDocument(uri, {
      viewColumn: columnBeside(this.#panel, uri),
      selection: new Selection(start, start),
    });
  }

  #editorOf(uri: string): TextEditor | undefined {
    const active = window.activeTextEditor;
    return active && this.#uriOf(active) === uri
      ? active
      : window.visibleTextEditors.find((editor) => this.#uriOf(editor) === uri);
  }

  #uriOf({ document }: TextEditor): string {
    return this.#client.code2ProtocolConverter.asUri(document.uri);
  }

  #guarded(work: Promise<void>): void {
    work.catch((error: unknown) => this.#client.warn(`Preview: ${String(error)}`, undefined, false));
  }
}

/** The place that begins last of those around a position. */
function innermost(places: readonly Range[], { line, character }: Position): number | undefined {
  let found: number | undefined;
  places.forEach(({ start, end }, index) => {
    const isBehind = line < start.line || (line === start.line && character < start.character);
    const isBefore = line > end.line || (line === end.line && character > end.character);
    const best = found === undefined ? undefined : places[found]?.start;
    const isInner =
      best === undefined ||
      start.line > best.line ||
      (start.line === best.line && start.character >= best.character);
    if (!isBehind && !isBefore && isInner) {
      found = index;
    }
  });
  return found;
}

/** The codes of the protocol for "cancelled by the server" and "the content was modified". */
function isOutdated(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === -32802 || code === -32801 || code === -32800;
}
