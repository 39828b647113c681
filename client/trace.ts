import { type Event, EventEmitter, LogLevel, type LogOutputChannel, workspace } from 'vscode';
import { LogChannelWrapper } from './log-channel-wrapper';

const section = 'atomicState.trace.server';

/**
 * The output channel to which the language client writes the messages between editor and server. The client writes
 * them only while the channel's level is "trace", which an extension cannot set. This channel has that level while
 * `atomicState.trace.server` is not `off`, so that the setting alone is sufficient.
 */
export class TraceChannel extends LogChannelWrapper {
  readonly #changed = new EventEmitter<LogLevel>();
  readonly #listeners;

  constructor(output: LogOutputChannel) {
    super(output);
    this.#listeners = [
      output.onDidChangeLogLevel(() => this.#changed.fire(this.logLevel)),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(section)) {
          this.#changed.fire(this.logLevel);
        }
      }),
    ];
  }

  get #on(): boolean {
    return workspace.getConfiguration().get<string>(section, 'off') !== 'off';
  }

  override get onDidChangeLogLevel(): Event<LogLevel> {
    return this.#changed.event;
  }

  override get logLevel(): LogLevel {
    return this.#on ? LogLevel.Trace : this.output.logLevel;
  }

  override trace(message: string, ...args: unknown[]): void {
    if (this.#on) {
      this.output.info(message, ...args);
    } else {
      this.output.trace(message, ...args);
    }
  }

  /** Removes the listener; the owner of the channel disposes the channel. */
  override dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
    this.#changed.dispose();
  }
}
