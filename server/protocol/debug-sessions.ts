import type { DebugMessageParams, DebugProtocolMessageData } from './messages';

/** One session of the debug adapter. */
interface DebugAdapter {
  handle(message: DebugProtocolMessageData): void;
  dispose(): void;
}

/** Starts a session, which sends its messages with `send`. */
type StartDebugAdapter = (send: (message: DebugProtocolMessageData) => void) => Promise<DebugAdapter>;

/** The debug sessions of a client; the first message of a session starts it. */
export class DebugSessions {
  private readonly sessions = new Map<string, Promise<DebugAdapter>>();

  constructor(
    private readonly start: StartDebugAdapter,
    private readonly send: (params: DebugMessageParams) => void,
  ) {}

  /** Handles the messages of a session in the order in which they arrive. */
  async handle({ session, message }: DebugMessageParams): Promise<void> {
    let adapter = this.sessions.get(session);
    if (adapter === undefined) {
      adapter = this.start((sent) => this.send({ session, message: sent }));
      this.sessions.set(session, adapter);
    }
    try {
      (await adapter).handle(message);
    } catch (error) {
      // Without an answer, the editor would wait forever.
      const { seq, command = '' } = message;
      const reason = error instanceof Error ? error.message : String(error);
      if (message.type === 'request')
        this.send({
          session,
          message: { type: 'response', seq: 0, request_seq: seq, command, success: false, message: reason },
        });
      throw error;
    }
  }

  async end(session: string): Promise<void> {
    const adapter = this.sessions.get(session);
    this.sessions.delete(session);
    (await adapter)?.dispose();
  }
}
