import { EventEmitter, LogLevel, type LogOutputChannel, type ViewColumn, workspace } from 'vscode';

const section = 'atomicState.trace.server';

/**
 * The output channel as the language client sees it when it writes the messages between editor and
 * server. The client writes them only while the channel's level is "trace", a level that an extension
 * cannot set; this channel has it as soon as `atomicState.trace.server` is not `off`, so that the setting
 * alone is enough.
 */
export class TraceChannel implements LogOutputChannel {
  readonly #output: LogOutputChannel;
  readonly #changed = new EventEmitter<LogLevel>();
  readonly onDidChangeLogLevel = this.#changed.event;
  readonly #listeners;

  constructor(output: LogOutputChannel) {
    this.#output = output;
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

  get name(): string {
    return this.#output.name;
  }

  get logLevel(): LogLevel {
    return this.#on ? LogLevel.Trace : this.#output.logLevel;
  }

  trace(message: string, ...args: unknown[]): void {
    if (this.#on) {
      this.#output.info(message, ...args);
    } else {
      this.#output.trace(message, ...args);
    }
  }

  debug(message: string, ...args: unknown[]): void {
    this.#output.debug(message, ...args);
  }

  info(message: string, ...args: unknown[]): void {
    this.#output.info(message, ...args);
  }

  warn(message: string, ...args: unknown[]): void {
    this.#output.warn(message, ...args);
  }

  error(error: string | Error, ...args: unknown[]): void {
    this.#output.error(error, ...args);
  }

  append(value: string): void {
    this.#output.append(value);
  }

  appendLine(value: string): void {
    this.#output.appendLine(value);
  }

  replace(value: string): void {
    this.#output.replace(value);
  }

  clear(): void {
    this.#output.clear();
  }

  show(_columnOrPreserveFocus?: ViewColumn | boolean, preserveFocus?: boolean): void {
    this.#output.show(preserveFocus);
  }

  hide(): void {
    this.#output.hide();
  }

  /** Ends the listening; the channel behind it belongs to whoever made it. */
  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
    this.#changed.dispose();
  }
}
