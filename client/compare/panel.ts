import {
  type CancellationToken,
  CancellationTokenSource,
  l10n,
  Range,
  type Uri,
  type ViewColumn,
  type WebviewPanel,
  workspace,
} from 'vscode';
import { type BaseLanguageClient, ProgressType } from 'vscode-languageclient';
import type {
  AutomataComparison,
  CompareAnswer,
  ExploreProgress,
  VersionLocation,
} from '../../server/protocol/messages';
import type { SourceRange } from '../../server/run/conversation/events';
import { saveDrawing } from '../graph/save';
import { PagePanel } from '../page-panel';
import { compareRequest, scenariosRequest } from '../protocol';
import { gitApi } from './git';
import type { FromPage, SavedPage, ToPage } from './messages';
import { comparePage } from './page';

const PROGRESS = new ProgressType<ExploreProgress>();

/** Or the version of the texts now, if nothing is to be compared. */
type Answer = CompareAnswer | 'untrusted' | 'cancelled' | { readonly version: string | undefined };

/** Delay after the last edit before what is shown may be out of date, in milliseconds. */
const PAUSE = 300;

/** Shows how an automata differs from a revision. It compares again only if its user wants that, as it takes long. */
export class ComparePanel extends PagePanel<ToPage, Answer> {
  #saved: SavedPage;
  #comparison: AutomataComparison | undefined;
  #isStale = false;
  /** The running comparison, which goes on while the panel is hidden. */
  #running: { readonly answer: Promise<Answer>; readonly cancel: CancellationTokenSource } | undefined;
  #isWanted = true;
  #runs = 0;
  readonly #askForOther: (uri: string) => Promise<void>;

  /**
   * @param panel new, or restored by VS Code; owned by this object
   * @param askForOther compares the automata with a revision that the user selects
   */
  constructor(
    panel: WebviewPanel,
    client: BaseLanguageClient,
    extension: Uri,
    saved: SavedPage,
    askForOther: (uri: string) => Promise<void>,
  ) {
    super(panel, client, extension, { name: 'compare', logged: 'Comparison', pause: PAUSE });
    this.#saved = saved;
    this.#askForOther = askForOther;
    this.own(
      panel.webview.onDidReceiveMessage((message: FromPage) => this.#receive(message)),
      workspace.onDidGrantWorkspaceTrust(() => this.#again()),
    );
    this.#entitle();
    this.load(comparePage(panel.webview, extension, saved));
    this.display({ type: 'comparing', saved, steps: 0 });
  }

  /** Compares with a revision, and brings the panel to the front. */
  show(saved: SavedPage, column?: ViewColumn): void {
    this.#saved = saved;
    this.#entitle();
    this.panel.reveal(column);
    this.#again();
  }

  override dispose(): void {
    this.#running?.cancel.cancel();
    super.dispose();
  }

  protected override async ask(token: CancellationToken): Promise<Answer> {
    if (!workspace.isTrusted) return 'untrusted';
    if (!this.#isWanted) {
      // A text has changed, or the panel is visible again.
      const { automata } = await this.client.sendRequest(scenariosRequest, token);
      return { version: automata.find(({ uri }) => uri === this.#saved.uri)?.version };
    }
    this.#running ??= this.#compare();
    return await this.#running.answer;
  }

  protected override take(answer: Answer): void {
    const saved = this.#saved;
    if (answer === 'cancelled') return;
    if (answer === 'untrusted') {
      const reason = l10n.t('Running an automata executes its expressions. Trust this workspace to run it.');
      this.display({ type: 'none', saved, reason, needsTrust: true, location: undefined });
      return;
    }
    if (!('graph' in answer || 'refused' in answer)) {
      this.#takeVersion(answer.version);
      return;
    }
    this.#running = undefined;
    this.#isWanted = false;
    this.#isStale = false;
    if ('graph' in answer) {
      this.#comparison = answer;
      this.#displayComparison(answer);
      return;
    }
    this.#comparison = undefined;
    const reason = answer.refused || l10n.t('The versions could not be compared. The output says why.');
    this.display({ type: 'none', saved, reason, needsTrust: false, location: answer.location });
  }

  /** Says whether the text has changed since it was compared. */
  #takeVersion(version: string | undefined): void {
    const comparison = this.#comparison;
    if (comparison === undefined || version === undefined) return;
    const isStale = version !== comparison.version;
    if (isStale === this.#isStale) return;
    this.#isStale = isStale;
    this.#displayComparison(comparison);
  }

  protected override get refreshesHidden(): boolean {
    return true;
  }

  #entitle(): void {
    const file = this.#saved.uri.split('/').at(-1) ?? '';
    this.panel.title = l10n.t('{0} (Changes Since {1})', decodeURIComponent(file), this.#saved.label);
  }

  #displayComparison(comparison: AutomataComparison): void {
    this.display({ type: 'comparison', comparison, saved: this.#saved, isStale: this.#isStale });
  }

  #again(): void {
    this.#running?.cancel.cancel();
    this.#running = undefined;
    this.#isWanted = true;
    this.display({ type: 'comparing', saved: this.#saved, steps: 0 });
    this.refreshNow();
  }

  #compare(): { readonly answer: Promise<Answer>; readonly cancel: CancellationTokenSource } {
    const cancel = new CancellationTokenSource();
    const { uri, revision } = this.#saved;
    this.#runs++;
    const progressToken = `atomicState.compare.${this.#runs}.${crypto.randomUUID()}`;
    const listener = this.client.onProgress(PROGRESS, progressToken, ({ steps }) =>
      this.display({ type: 'comparing', saved: this.#saved, steps }),
    );
    const request = this.client.sendRequest(compareRequest, { uri, revision, progressToken }, cancel.token);
    const answer = request
      .catch((error: unknown): Answer => {
        if (cancel.token.isCancellationRequested) return 'cancelled';
        this.client.error(`Comparison: ${String(error)}`, undefined, false);
        return { refused: '' };
      })
      .finally(() => {
        listener.dispose();
        cancel.dispose();
      });
    return { answer, cancel };
  }

  #cancel(): void {
    this.#running?.cancel.cancel();
    this.#running = undefined;
    this.#isWanted = false;
    if (this.#comparison) {
      this.#displayComparison(this.#comparison);
      return;
    }
    const reason = l10n.t('The comparison was cancelled.');
    this.display({ type: 'none', saved: this.#saved, reason, needsTrust: false, location: undefined });
  }

  #receive(message: FromPage): void {
    switch (message.type) {
      case 'again':
        this.#again();
        break;
      case 'other':
        this.guarded(this.#askForOther(this.#saved.uri));
        break;
      case 'cancel':
        this.#cancel();
        break;
      case 'showLocation':
        this.guarded(this.#showLocation(message.location));
        break;
      case 'showPlace':
        this.guarded(this.#showPlace(message.version, message.place));
        break;
      case 'save':
        this.guarded(saveDrawing(this.#fileAt(this.#saved.uri), message.format, message.content));
        break;
    }
  }

  async #showLocation({ uri, range, version }: VersionLocation): Promise<void> {
    const file = await this.#fileIn(version, uri);
    const { start } = this.client.protocol2CodeConverter.asRange(range);
    await this.showText(file, { selection: new Range(start, start) });
  }

  async #showPlace(version: VersionLocation['version'], { address, start }: SourceRange): Promise<void> {
    const file = await this.#fileIn(version, this.#comparison?.uris[address] ?? address);
    await this.showOffset(file, start);
  }

  /** A file of a version: the old one is shown by the Git extension. */
  async #fileIn(version: VersionLocation['version'], uri: string): Promise<Uri> {
    const file = this.#fileAt(uri);
    const api = version === 'before' ? await gitApi() : undefined;
    return api?.toGitUri(file, this.#saved.revision) ?? file;
  }

  #fileAt(uri: string): Uri {
    return this.client.protocol2CodeConverter.asUri(uri);
  }
}
