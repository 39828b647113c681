import {
  type CancellationToken,
  commands,
  l10n,
  type TextEditor,
  type TextEditorSelectionChangeEvent,
  type Uri,
  type ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { BaseLanguageClient, Location } from 'vscode-languageclient';
import { graphChange } from '../../server/drawing/graph-change';
import type { StateGraph } from '../../server/drawing/state-graph';
import type { GraphAnswer } from '../../server/protocol/messages';
import { ownValue } from '../../server/text/own-value';
import { LatestRequest } from '../latest-request';
import { PagePanel } from '../page-panel';
import { stateAtRequest } from '../protocol';
import { currentRun, onRunChanged } from '../run/run-highlight';
import type { ScenarioCoverage } from '../tests/coverage';
import type { TitleOf } from './edit/command-titles';
import { GraphEditor } from './edit/editor';
import type { EditRequest, ExportFormat, FromPage, ToPage } from './messages';
import { graphPage } from './page';
import { saveDrawing } from './save';
import { GraphSource } from './source';
import { walkedPart } from './walked';

/** Delay after the last edit or cursor move before the server is requested, in milliseconds. */
const pause = 120;

/** The graph panel of one project: requests the graph, shows it in a page, and opens the source of a state. */
export class GraphPanel extends PagePanel<ToPage, GraphAnswer | null> {
  readonly #uri: string;
  readonly #source: GraphSource;
  readonly #coverage: ScenarioCoverage;
  readonly #editor: GraphEditor;
  readonly #stateAtCursor = new LatestRequest();
  #drawn: GraphAnswer | undefined;
  /** The graph in the page; undefined if it only shows why there is none. */
  #shown: StateGraph | undefined;
  /** Pending until the page is ready. */
  #export: ExportFormat | undefined;
  #cursorTimer: ReturnType<typeof setTimeout> | undefined;
  /** The text has the focus, for an undo or redo. */
  #isUndoing = false;
  /** What the last edit has written, until it is shown in the text. */
  #written: Location | undefined;
  /** The last place revealed by the page, which it need not be notified of. */
  #revealed = '';

  /**
   * @param panel new, or restored by VS Code; owned by this object
   * @param uri of a file of the project, as the protocol writes it
   */
  constructor(
    panel: WebviewPanel,
    client: BaseLanguageClient,
    extension: Uri,
    uri: string,
    coverage: ScenarioCoverage,
    titleOf: TitleOf,
  ) {
    super(panel, client, extension, { name: 'graph', logged: 'State graph', pause });
    this.#uri = uri;
    this.#source = new GraphSource(client, uri);
    this.#coverage = coverage;
    this.#editor = new GraphEditor(client, uri, titleOf, {
      drawn: () => this.#drawn,
      draw: (graph) => this.take(graph),
      request: (wanted) => this.#source.graph(wanted),
      focus: () => {
        if (!this.isActive) this.panel.reveal();
      },
      reveal: (place) => this.#show(place, true),
      written: (place) => {
        this.#written = place;
      },
      say: (result) => this.send(result),
    });
    this.own(
      this.#stateAtCursor,
      panel.webview.onDidReceiveMessage((message: FromPage) => this.#receive(message)),
      window.onDidChangeTextEditorSelection((change) => this.#cursorMoved(change)),
      window.onDidChangeActiveTextEditor((editor) => this.#followSoon(editor)),
      coverage.onDidChange(() => this.#sendCoverage()),
      onRunChanged(() => this.#sendRun()),
    );
    this.load(graphPage(panel.webview, extension, uri));
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  /** Brings the panel to the front; with the focus in it. */
  show(column?: ViewColumn): void {
    this.panel.reveal(column);
  }

  /** Requests the drawing from the page and saves it to a file that the user selects. */
  export(format: ExportFormat): void {
    if (this.hasBegun) this.send({ type: 'export', format });
    else this.#export = format;
  }

  /** Edits the text as the menu of the page requests. */
  edit(request: EditRequest): void {
    this.guarded(this.#editor.edit(request));
  }

  /** Lets the user choose an edit of what is selected in the page. */
  chooseEdit(): void {
    this.send({ type: 'edit' });
  }

  override dispose(): void {
    clearTimeout(this.#cursorTimer);
    super.dispose();
  }

  protected override ask(token: CancellationToken): Promise<GraphAnswer | null> {
    return this.#source.graph({}, token);
  }

  protected override take(drawn: GraphAnswer | null): void {
    // The next key of a user who sees the result must not go to the text.
    if (this.#isUndoing) return;
    if (drawn === null) {
      this.#shown = undefined;
      this.display({
        type: 'none',
        reason: l10n.t('This file is no longer an automata. The graph shows its last state.'),
      });
      return;
    }
    this.#drawn = drawn;
    const { graph, title } = drawn;
    const change = this.#shown && graphChange(this.#shown, graph);
    const message = { type: 'graph', graph, title } as const;
    const panelTitle = l10n.t('{0} (States)', title);
    if (change) this.display(message, { type: 'graphChange', change, title });
    // The graph that an edit asks for is soon followed by the same one, for the change of the text.
    else if (!this.#shown || this.panel.title !== panelTitle) this.display(message);
    this.panel.title = panelTitle;
    this.#shown = graph;
    this.#sendRun();
  }

  protected override begun(): void {
    this.#sendCoverage();
    this.#sendRun();
    this.guarded(this.#showWritten());
    this.#followSoon(window.activeTextEditor ?? window.visibleTextEditors[0]);
    if (this.#export) {
      this.send({ type: 'export', format: this.#export });
      this.#export = undefined;
    }
  }

  #receive(message: FromPage): void {
    switch (message.type) {
      case 'reveal':
        this.guarded(this.#reveal(message.id, message.focus));
        break;
      case 'take': {
        const edge = this.#drawn?.graph.edges.find(
          ({ id }) => id === message.id || message.id.startsWith(`${id}\n\t`),
        );
        if (edge) currentRun()?.take(edge.event);
        break;
      }
      case 'edit':
        this.edit(message);
        break;
      case 'shown':
        this.guarded(this.#showWritten());
        break;
      case 'undo':
      case 'redo':
        this.guarded(this.#undo(message.type));
        break;
      case 'save':
        this.guarded(saveDrawing(this.#file(), message.format, message.content));
        break;
    }
  }

  #sendCoverage(): void {
    this.send({ type: 'coverage', unreached: this.#coverage.unreachedIn(this.#uri) });
  }

  /** Sends the path of the conversation with this automata. */
  #sendRun(): void {
    const run = currentRun();
    const isHere = run !== undefined && this.#drawn !== undefined && run.main === this.#uri;
    const walked = isHere && this.#drawn ? walkedPart(this.#drawn.graph, run) : undefined;
    this.send({ type: 'run', walked });
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
    if (!editor || !this.hasBegun || !this.#draws(editor.document.uri)) return;
    clearTimeout(this.#cursorTimer);
    this.#cursorTimer = setTimeout(() => this.guarded(this.#follow(editor)), pause);
  }

  async #follow(editor: TextEditor): Promise<void> {
    if (!this.client.isRunning()) return;
    const { code2ProtocolConverter } = this.client;
    const params = {
      textDocument: code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
      position: code2ProtocolConverter.asPosition(editor.selection.active),
    };
    const found = await this.#stateAtCursor.ask((token) =>
      this.client.sendRequest(stateAtRequest, params, token),
    );
    // An edit moves the cursor, before its own place is shown.
    if (found && !this.#written) this.send({ type: 'cursor', id: found.id, edge: found.edge });
  }

  /** Whether the graph depends on a file. */
  #draws(uri: Uri): boolean {
    const address = this.client.code2ProtocolConverter.asUri(uri);
    return address === this.#uri || this.#drawn?.files.includes(address) === true;
  }

  async #reveal(id: string, focus: boolean): Promise<void> {
    const place = ownValue(await this.#editor.places(), id);
    if (place) await this.#show({ uri: place.uri, range: place.selection }, focus);
  }

  /** Shows what an edit has written; not before the drawing, which the user waits for, is visible. */
  async #showWritten(): Promise<void> {
    const place = this.#written;
    if (place) await this.#show(place, false);
    if (place === this.#written) this.#written = undefined;
  }

  async #show(place: Location, focus: boolean): Promise<void> {
    const { asUri, asRange } = this.client.protocol2CodeConverter;
    const uri = asUri(place.uri);
    const selection = asRange(place.range);
    this.#revealed = keyOf(uri, selection.start.line, selection.start.character);
    await this.showText(uri, { preserveFocus: !focus, preview: true, selection });
  }

  /** Undo and redo are the editor's own: of the text that was edited last. */
  async #undo(command: 'undo' | 'redo'): Promise<void> {
    const uri = this.#editor.edited;
    if (uri === undefined) return;
    this.#isUndoing = true;
    this.#written = undefined;
    try {
      await this.showText(uri, { preview: true });
      await commands.executeCommand(command);
    } finally {
      this.#isUndoing = false;
      this.panel.reveal();
      this.refreshSoon();
    }
  }

  #file(): Uri {
    return this.client.protocol2CodeConverter.asUri(this.#uri);
  }
}

function keyOf(uri: Uri, line: number, character: number): string {
  return `${uri.toString()}#${line},${character}`;
}
