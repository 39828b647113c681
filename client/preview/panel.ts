import {
  type CancellationToken,
  l10n,
  Selection,
  type TextEditor,
  type Uri,
  type WebviewPanel,
  window,
} from 'vscode';
import type { BaseLanguageClient, Position, Range } from 'vscode-languageclient';
import type { PreviewAnswer, PreviewWithRanges } from '../../server/protocol/messages';
import { PagePanel } from '../page-panel';
import { statePreviewRequest } from '../protocol';
import type { FromPage, SavedPage, ToPage } from './messages';

/** Delay after the last edit or cursor move before the server is requested, in milliseconds. */
const pause = 60;

/** The preview panel: requests the state at the cursor, shows it in a page, and opens its source. */
export class PreviewPanel extends PagePanel<ToPage, PreviewAnswer | null> {
  /** The file whose cursor is followed, by its address in the protocol, and the displayed state. */
  #followed: SavedPage | undefined;
  #shown: PreviewWithRanges | undefined;

  /**
   * @param panel new, or restored by VS Code; owned by this object
   * @param saved the previous content
   */
  constructor(panel: WebviewPanel, client: BaseLanguageClient, extension: Uri, saved: SavedPage | undefined) {
    super(panel, client, extension, { name: 'preview', logged: 'Preview', pause });
    this.#followed = saved;
    this.own(
      panel.webview.onDidReceiveMessage((message: FromPage) => {
        if (message.type === 'reveal') {
          this.guarded(this.#reveal(message.at));
        }
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) {
          this.refreshSoon();
        }
      }),
      window.onDidChangeActiveTextEditor(() => this.refreshSoon()),
    );
    this.load({ name: 'preview', title: l10n.t('State preview'), libraries: ['markdown.js'] });
  }

  /** Brings the panel to the front, without the focus. */
  show(): void {
    this.panel.reveal(undefined, true);
    this.refreshSoon();
  }

  /** Requests the preview for the active editor if it may contain a state, otherwise for the previous file. */
  protected override async ask(token: CancellationToken): Promise<PreviewAnswer | null> {
    const active = window.activeTextEditor;
    const before = this.#followed;
    return (
      (active && (await this.#askOf(this.#uriOf(active), active, token))) ??
      (before && (await this.#askOf(before.uri, this.#editorOf(before.uri), token))) ??
      null
    );
  }

  /** The content for a file; undefined if it has no states. */
  async #askOf(
    uri: string,
    editor: TextEditor | undefined,
    token: CancellationToken,
  ): Promise<PreviewAnswer | undefined> {
    const position = editor
      ? this.client.code2ProtocolConverter.asPosition(editor.selection.active)
      : { line: 0, character: 0 };
    const shown = this.#followed?.id;
    const params = { textDocument: { uri }, position, ...(shown === undefined ? {} : { shown }) };
    const answer = await this.client.sendRequest(statePreviewRequest, params, token);
    if ('preview' in answer && !token.isCancellationRequested) {
      this.#followed = { uri, id: answer.preview.state.id };
    }
    return 'none' in answer && answer.none === 'no-state-file' ? undefined : answer;
  }

  protected override take(answer: PreviewAnswer | null): void {
    if (!answer || 'none' in answer) {
      this.#shown = undefined;
      this.display({
        type: 'none',
        reason: answer
          ? l10n.t('Place the cursor in a state to preview it.')
          : l10n.t('Open a state file, and place the cursor in a state.'),
      });
      return;
    }
    this.#shown = answer;
    const { preview, uri, places } = answer;
    this.panel.title = l10n.t('Preview of {0}', preview.state.name);
    const editor = this.#editorOf(uri);
    const cursor = editor && this.client.code2ProtocolConverter.asPosition(editor.selection.active);
    const here = cursor && innermost(places, cursor);
    this.display({ type: 'preview', preview, uri, ...(here === undefined ? {} : { here }) });
  }

  async #reveal(at: number): Promise<void> {
    const range = this.#shown?.places[at];
    if (!this.#shown || !range) {
      return;
    }
    const { asUri, asPosition } = this.client.protocol2CodeConverter;
    const start = asPosition(range.start);
    await this.showText(asUri(this.#shown.uri), { selection: new Selection(start, start) });
  }

  #editorOf(uri: string): TextEditor | undefined {
    const active = window.activeTextEditor;
    return active && this.#uriOf(active) === uri
      ? active
      : window.visibleTextEditors.find((editor) => this.#uriOf(editor) === uri);
  }

  #uriOf({ document }: TextEditor): string {
    return this.client.code2ProtocolConverter.asUri(document.uri);
  }
}

/** The innermost range that contains a position: the one with the last start. */
function innermost(places: readonly Range[], { line, character }: Position): number | undefined {
  let found: number | undefined;
  places.forEach(({ start, end }, index) => {
    const isLater = line < start.line || (line === start.line && character < start.character);
    const isBefore = line > end.line || (line === end.line && character > end.character);
    const best = found === undefined ? undefined : places[found]?.start;
    const isInner =
      best === undefined ||
      start.line > best.line ||
      (start.line === best.line && start.character >= best.character);
    if (!isLater && !isBefore && isInner) {
      found = index;
    }
  });
  return found;
}
