import { type CancellationToken, type DebugSession, l10n, type Uri, ViewColumn, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { DebugConversation } from '../../server/debug/conversation';
import type { ShownTurn } from '../../server/run/conversation/chat-data';
import type { ConversationEvent } from '../../server/run/conversation/events';
import { PagePanel } from '../page-panel';
import type { FromPage, PageConversation, ToPage } from '../run/messages';
import { runPage } from '../run/page';
import { runPathOf, showRun } from '../run/run-highlight';

/** Delay before outputs are displayed, in milliseconds: one step may have many. */
const pause = 40;

/** Shows the conversation of a debug session to its user; actions in the page are events of the session. */
export class DebugConversationPanel extends PagePanel<ToPage, DebugConversation | undefined> {
  #session: DebugSession | undefined;
  /** Whether the session is still running. */
  #isLive = true;
  #last: DebugConversation | undefined;
  /** The turns that the page knows. */
  #turns: readonly ShownTurn[] = [];
  #loadsMedia = false;

  constructor(client: BaseLanguageClient, extension: Uri, session: DebugSession) {
    const panel = window.createWebviewPanel('atomicState.debugConversation', l10n.t('Debug Conversation'), {
      viewColumn: ViewColumn.Beside,
      preserveFocus: true,
    });
    super(panel, client, extension, { name: 'run', logged: 'Debug conversation', pause });
    this.#session = session;
    this.own(panel.webview.onDidReceiveMessage((message: FromPage) => this.#receive(message)));
    this.load(runPage(this.#loadsMedia));
  }

  /** Shows the conversation of another session. */
  follow(session: DebugSession): void {
    this.#session = session;
    this.#isLive = true;
    this.#last = undefined;
    this.panel.reveal(undefined, true);
    this.refreshSoon();
  }

  /** Called when the session has ended; its messages remain visible. */
  end(session: DebugSession): void {
    if (session.id !== this.#session?.id) return;
    this.#isLive = false;
    showRun(undefined);
    if (this.#last) this.take(this.#last);
  }

  isOf(session: DebugSession): boolean {
    return session.id === this.#session?.id;
  }

  override dispose(): void {
    if (this.#isLive) showRun(undefined);
    super.dispose();
  }

  /** The state graph shows the conversation as well. */
  protected override get refreshesHidden(): boolean {
    return true;
  }

  protected override async ask(_token: CancellationToken): Promise<DebugConversation | undefined> {
    if (!this.#isLive) return this.#last;
    try {
      return (await this.#session?.customRequest('atomicState/conversation')) as DebugConversation;
    } catch {
      // The session is ending.
      return this.#last;
    }
  }

  protected override take(conversation: DebugConversation | undefined): void {
    if (conversation === undefined) return;
    this.#last = conversation;
    const { turns, main, waitsFor, isOver, context, isPaused, isWaiting } = conversation;
    const shown: PageConversation = {
      type: 'conversation',
      from: 0,
      turns,
      debugging: !this.#isLive ? 'ended' : isWaiting ? 'waiting' : isPaused ? 'paused' : 'running',
      waitsFor: waitsFor ?? undefined,
      isOver,
      context,
      skipped: 0,
      start: {},
      tasks: 'ask',
      states: [],
      problems: [],
      difference: undefined,
      loadsMedia: this.#loadsMedia,
      modelHost: undefined,
      model: undefined,
      saved: undefined,
    };
    // The last turn may continue.
    const same = turns.findIndex((one, at) => !isSame(one, this.#turns[at]));
    const from = same < 0 ? Math.min(turns.length, this.#turns.length) : same;
    this.#turns = turns;
    this.display(shown, { ...shown, from, turns: turns.slice(from) });
    if (!this.#isLive) return;
    const canAct = isWaiting && waitsFor === null && !isOver;
    showRun(runPathOf(main, turns, canAct, (event) => this.guarded(this.#send(event))));
  }

  #receive(message: FromPage): void {
    switch (message.type) {
      case 'event':
        this.guarded(this.#send(message.event));
        break;
      case 'answer': {
        const { answer } = message;
        this.guarded(this.#send('error' in answer ? { task_error: answer.error } : { task: answer.value }));
        break;
      }
      case 'loadMedia':
        this.#loadsMedia = true;
        if (this.#last) this.take(this.#last);
        this.load(runPage(this.#loadsMedia));
        break;
      case 'reveal': {
        const { address, start } = message.place;
        const uri = this.client.protocol2CodeConverter.asUri(address);
        this.guarded(this.showOffset(uri, start));
        break;
      }
    }
  }

  async #send(event: ConversationEvent): Promise<void> {
    if (this.#isLive) await this.#session?.customRequest('atomicState/event', { event });
    this.refreshSoon();
  }
}

function isSame(turn: ShownTurn, other: ShownTurn | undefined): boolean {
  return JSON.stringify(turn) === JSON.stringify(other);
}
