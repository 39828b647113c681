import {
  type DebugAdapter,
  type DebugProtocolMessage,
  Disposable,
  type Event,
  EventEmitter,
  l10n,
} from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import type { DebugProtocolMessageData } from '../../server/protocol/messages';
import { debugEnd, debugToAdapter, debugToClient } from '../protocol';

/** The debug messages of all sessions, dispatched by session. */
export class DebugMessages implements Disposable {
  readonly #adapters = new Map<string, ServerDebugAdapter>();
  readonly #listener: Disposable;

  constructor(client: BaseLanguageClient) {
    this.#listener = Disposable.from(
      client.onNotification(debugToClient, ({ session, message }) =>
        this.#adapters.get(session)?.receive(message),
      ),
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Stopped) {
          for (const adapter of this.#adapters.values()) adapter.lose();
        }
      }),
    );
  }

  add(session: string, adapter: ServerDebugAdapter): void {
    this.#adapters.set(session, adapter);
  }

  remove(session: string): void {
    this.#adapters.delete(session);
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

/** A debug adapter in the language server, which knows the texts of the editors. */
export class ServerDebugAdapter implements DebugAdapter {
  readonly #client: BaseLanguageClient;
  readonly #session: string;
  readonly #messages: DebugMessages;
  readonly #sent = new EventEmitter<DebugProtocolMessage>();
  readonly onDidSendMessage: Event<DebugProtocolMessage> = this.#sent.event;
  /** Pending requests by their number. */
  readonly #open = new Map<number, string>();
  #isLost = false;

  constructor(client: BaseLanguageClient, session: string, messages: DebugMessages) {
    this.#client = client;
    this.#session = session;
    this.#messages = messages;
    messages.add(session, this);
  }

  handleMessage(message: DebugProtocolMessage): void {
    const { seq, command } = message as DebugProtocolMessageData;
    if (command !== undefined) this.#open.set(seq, command);
    if (this.#isLost) {
      this.#refuse();
      return;
    }
    const params = { session: this.#session, message: message as DebugProtocolMessageData };
    this.#client.sendNotification(debugToAdapter, params).catch(() => this.lose());
  }

  receive(message: DebugProtocolMessageData): void {
    if (message.request_seq !== undefined) this.#open.delete(message.request_seq);
    this.#sent.fire(message);
  }

  /** Called when the server has stopped, which also ends the conversation. */
  lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#refuse();
    this.#sent.fire(event('terminated'));
  }

  dispose(): void {
    this.#messages.remove(this.#session);
    this.#sent.dispose();
    if (!this.#isLost) {
      this.#client.sendNotification(debugEnd, { session: this.#session }).catch(() => undefined);
    }
  }

  /** Answers all pending requests, as nothing else will. */
  #refuse(): void {
    const message = l10n.t('The language server stopped.');
    for (const [seq, command] of this.#open) {
      // The end of a session is not a failure.
      const success = command === 'disconnect' || command === 'terminate';
      this.#sent.fire({ ...event(command), type: 'response', request_seq: seq, command, success, message });
    }
    this.#open.clear();
  }
}

function event(name: string): DebugProtocolMessageData {
  return { type: 'event', seq: 0, event: name };
}
