import {
  type CancellationToken,
  type DecorationOptions,
  l10n,
  OverviewRulerLane,
  type TextEditor,
  ThemeColor,
  type Uri,
  type ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { RunAnswer, ShownConversation } from '../../server/protocol/messages';
import { type ChatScript, type ShownTurn, taskKey } from '../../server/run/conversation/chat-data';
import type { ConversationEvent, SourceRange, TaskQuestion } from '../../server/run/conversation/events';
import type { ModelFix } from '../../server/run/model/problem';
import { isRecord } from '../../server/text/own-value';
import { PagePanel } from '../page-panel';
import { runRequest } from '../protocol';
import { firstDifference } from './difference';
import { lastMessageOf } from './last-message';
import type { Difference, FromPage, PageConversation, PageModel, SavedPage, Start, ToPage } from './messages';
import { type ModelSetup, openModelSettings, translatedProblem } from './model-setup';
import { ModelTasks } from './model-tasks';
import { runPage } from './page';
import { runPathOf, showRun } from './run-highlight';
import { saveScenario } from './save-scenario';
import { backTo, newScript, resent, withAnswer, withEvent } from './script';

/** Delay after the last edit before the conversation is replayed, in milliseconds. */
const pause = 150;

interface PlayedScript {
  readonly script: ChatScript;
  readonly answer: RunAnswer;
}

/** The conversation panel: the server plays the script, and the page shows the result. */
export class RunPanel extends PagePanel<ToPage, PlayedScript | 'untrusted'> {
  /** The id of the conversation for the server. */
  readonly #run = crypto.randomUUID();
  readonly #current = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.stackFrameHighlightBackground'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  #uri: string;
  #script: ChatScript;
  #loadsMedia: boolean;
  #turns: readonly ShownTurn[] = [];
  #conversation: ShownConversation | undefined;
  #problems: RunAnswer['problems'] = [];
  /** The turns before the text was edited, until the user continues. */
  #before: readonly ShownTurn[] | undefined;
  #difference: Difference | undefined;
  /** The script of the last answer. */
  #answered: ChatScript | undefined;
  readonly #setup: ModelSetup;
  readonly #model: ModelTasks;

  /**
   * @param panel new, or restored by VS Code; owned by this object
   * @param saved a file of the automata, and the previous script
   */
  constructor(
    panel: WebviewPanel,
    client: BaseLanguageClient,
    extension: Uri,
    setup: ModelSetup,
    saved: SavedPage,
  ) {
    super(panel, client, extension, { name: 'run', logged: 'Conversation', pause });
    this.#uri = saved.uri;
    this.#script = saved.script;
    this.#loadsMedia = saved.loadsMedia;
    this.#setup = setup;
    this.#model = new ModelTasks(() => setup.model(), {
      changed: () => this.#displayLast(),
      added: (text) => this.display(this.#shown(0), { type: 'modelText', text }),
      answered: (question, value) => this.#play(withAnswer(this.#script, taskKey(question), { value })),
    });
    this.#model.hold(saved.script);
    this.own(
      this.#model,
      this.#current,
      panel.webview.onDidReceiveMessage((message: FromPage) => this.#receive(message)),
      window.onDidChangeVisibleTextEditors(() => this.#highlight()),
      workspace.onDidGrantWorkspaceTrust(() => this.refreshSoon()),
    );
    this.load(runPage(this.#loadsMedia));
  }

  /** Runs an automata from a state, or from its initial state; the previous conversation ends. */
  start(uri: string, state: string | undefined): void {
    const isSame = uri === this.#uri || uri === this.#conversation?.main;
    if (!isSame) this.#forget();
    this.#uri = uri;
    const context = isSame && state !== undefined ? this.#contextSeenIn(state) : undefined;
    const start: Start = { ...(state === undefined ? {} : { state }), ...(context ? { context } : {}) };
    this.panel.reveal(undefined, true);
    this.#play(newScript(Date.now(), { tasks: this.#script.tasks, start }));
  }

  /** Brings the panel to the front. */
  show(column?: ViewColumn): void {
    this.panel.reveal(column);
    this.refreshSoon();
  }

  get uri(): string {
    return this.#uri;
  }

  /** The address of the main file, once it is known. */
  get main(): string | undefined {
    return this.#conversation?.main;
  }

  override dispose(): void {
    showRun(undefined);
    super.dispose();
  }

  /** The state graph shows the conversation as well. */
  protected override get refreshesHidden(): boolean {
    return true;
  }

  protected override async ask(token: CancellationToken): Promise<PlayedScript | 'untrusted'> {
    if (!workspace.isTrusted) return 'untrusted';
    const script = this.#script;
    const known = this.#conversation && {
      revision: this.#conversation.revision,
      turns: this.#turns.length,
    };
    const params = { uri: this.#uri, run: this.#run, script, ...(known ? { known } : {}) };
    return { script, answer: await this.client.sendRequest(runRequest, params, token) };
  }

  protected override take(played: PlayedScript | 'untrusted'): void {
    if (played === 'untrusted') {
      this.#forget();
      const reason = l10n.t('Running an automata executes its expressions. Trust this workspace to run it.');
      this.display({ type: 'none', reason, needsTrust: true });
      return;
    }
    const { script, answer } = played;
    const { conversation, problems } = answer;
    this.#problems = problems;
    if (conversation === undefined) {
      this.#forget();
      const [problem] = problems;
      const reason = problem
        ? `${problem.file}:${problem.range.start.line + 1}: ${problem.message}`
        : l10n.t('The conversation could not be run. The output says why.');
      this.display({ type: 'none', reason, needsTrust: false });
      return;
    }
    const earlier = this.#turns;
    this.#turns = [...earlier.slice(0, conversation.from), ...conversation.turns];
    // The user has done nothing, so differences are caused by the edit.
    if (script === this.#answered) this.#compare(earlier);
    this.#answered = script;
    this.#conversation = conversation;
    this.panel.title = l10n.t('Run {0}', conversation.name);
    this.#model.follow(script, this.#question(), this.#turns);
    const change = this.#shown(conversation.from);
    this.display({ ...change, from: 0, turns: this.#turns }, change);
    this.#highlight();
  }

  #compare(earlier: readonly ShownTurn[]): void {
    const before = this.#before ?? earlier;
    this.#difference = firstDifference(before, this.#turns);
    this.#before = this.#difference && before;
  }

  #shown(from: number): PageConversation {
    const { waitsFor, isOver = false, context, skipped = 0, states = [] } = this.#conversation ?? {};
    return {
      type: 'conversation',
      from,
      turns: this.#turns.slice(from),
      debugging: undefined,
      waitsFor,
      isOver,
      context,
      skipped,
      start: this.#script.start,
      tasks: this.#script.tasks,
      states,
      problems: this.#problems,
      difference: this.#difference,
      loadsMedia: this.#loadsMedia,
      modelHost: this.#script.tasks === 'live' ? this.#setup.host : undefined,
      model: this.#pageModel(),
      saved: { uri: this.#uri, script: this.#script, loadsMedia: this.#loadsMedia },
    };
  }

  /** The task that waits for a model. */
  #question(): TaskQuestion | undefined {
    if (this.#script.tasks !== 'live' || this.#conversation?.waitsFor !== 'task') return undefined;
    return this.#turns.at(-1)?.outputs.findLast((one) => one.kind === 'ask');
  }

  #pageModel(): PageModel | undefined {
    const { state } = this.#model;
    if (state?.kind !== 'stopped' || state.problem === undefined) return state as PageModel | undefined;
    return { kind: 'stopped', problem: translatedProblem(state.problem), fix: state.problem.fix };
  }

  /** Displays everything except the turns. */
  #displayLast(): void {
    this.display(this.#shown(0), this.#shown(this.#turns.length));
  }

  #fixModel(fix: ModelFix): void {
    this.guarded(fix === 'key' ? this.#setup.setKey() : openModelSettings());
  }

  #askModel(): void {
    const question = this.#question();
    if (question === undefined) return;
    this.#model.ask(question, this.#turns);
    this.#displayLast();
  }

  #play(script: ChatScript): void {
    this.#script = script;
    this.#before = undefined;
    this.#difference = undefined;
    this.refreshNow();
  }

  #forget(): void {
    this.#turns = [];
    this.#conversation = undefined;
    this.#answered = undefined;
  }

  #receive(message: FromPage): void {
    const script = this.#script;
    const turns = this.#turns;
    switch (message.type) {
      case 'event':
        this.#play(withEvent(script, turns, message.event));
        break;
      case 'answer':
        this.#play(withAnswer(script, message.task, message.answer));
        break;
      case 'back':
        this.#play(backTo(script, turns, message.turn));
        break;
      case 'resend':
        this.#play(resent(script, turns, message.turn));
        break;
      case 'restart':
        this.#play({ ...script, events: [], answers: [] });
        break;
      case 'newUser':
        this.#play(newScript(Date.now(), { tasks: script.tasks, seed: script.seed + 1 }));
        break;
      case 'start':
        this.#play(newScript(Date.now(), { tasks: script.tasks, start: message.start }));
        break;
      case 'tasks':
        this.#play({ ...script, tasks: message.tasks });
        break;
      case 'accept':
        this.#before = undefined;
        this.#difference = undefined;
        this.#displayLast();
        break;
      case 'askModel':
        this.#askModel();
        break;
      case 'cancelModel':
        this.#model.cancel();
        break;
      case 'fixModel':
        this.#fixModel(message.fix);
        break;
      case 'save':
        this.guarded(this.#save());
        break;
      case 'loadMedia':
        this.#loadsMedia = true;
        this.display(this.#shown(0));
        this.load(runPage(this.#loadsMedia));
        break;
      case 'reveal': {
        const { address, start } = message.place;
        this.guarded(this.showOffset(this.#uriOf(address), start));
        break;
      }
      case 'showProblem':
        this.guarded(this.#showProblem(message.at));
        break;
    }
  }

  #contextSeenIn(state: string): Start['context'] {
    const context = lastMessageOf(this.#turns, state)?.context;
    return isRecord(context) ? context : undefined;
  }

  async #save(): Promise<void> {
    if (this.#conversation) await saveScenario(this.client, this.#run, this.#conversation.main);
  }

  async #showProblem(at: number): Promise<void> {
    const problem = this.#problems[at];
    if (problem === undefined) return;
    const { asUri, asRange } = this.client.protocol2CodeConverter;
    await this.showText(asUri(problem.uri), { selection: asRange(problem.range) });
  }

  #uriOf(address: string): Uri {
    return this.client.protocol2CodeConverter.asUri(this.#conversation?.uris[address] ?? address);
  }

  /** Marks the current state of the conversation. */
  #highlight(): void {
    const entered = this.#turns.flatMap(({ outputs }) => outputs.filter((one) => one.kind === 'state'));
    const place = entered.at(-1)?.place;
    const uri = place && this.#uriOf(place.address).toString();
    for (const editor of window.visibleTextEditors) {
      const isHere = uri !== undefined && editor.document.uri.toString() === uri;
      editor.setDecorations(this.#current, isHere ? marksAt(editor, place) : []);
    }
    const { main } = this;
    const { waitsFor, isOver = true } = this.#conversation ?? {};
    const canAct = waitsFor === undefined && !isOver;
    const act = (event: ConversationEvent) => this.#play(withEvent(this.#script, this.#turns, event));
    showRun(main === undefined ? undefined : runPathOf(main, this.#turns, canAct, act));
  }
}

/** The line with the name of a state. */
function marksAt({ document }: TextEditor, place: SourceRange | undefined): DecorationOptions[] {
  if (place === undefined) return [];
  const start = document.positionAt(place.start);
  // The place is the value; its key is on the previous line if the value begins its line.
  const line = /^\s*$/.test(document.lineAt(start).text.slice(0, start.character))
    ? start.line - 1
    : start.line;
  const { range } = document.lineAt(Math.max(0, line));
  return [{ range, hoverMessage: l10n.t('The conversation is in this state.') }];
}
