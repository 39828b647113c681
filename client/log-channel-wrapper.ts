import type { Event, LogLevel, LogOutputChannel, ViewColumn } from 'vscode';

/** An output channel that passes everything on to another one, for channels that do one thing differently. */
export abstract class LogChannelWrapper implements LogOutputChannel {
  constructor(protected readonly output: LogOutputChannel) {}

  get name(): string {
    return this.output.name;
  }

  get logLevel(): LogLevel {
    return this.output.logLevel;
  }

  get onDidChangeLogLevel(): Event<LogLevel> {
    return this.output.onDidChangeLogLevel;
  }

  trace(message: string, ...args: unknown[]): void {
    this.output.trace(message, ...args);
  }

  debug(message: string, ...args: unknown[]): void {
    this.output.debug(message, ...args);
  }

  info(message: string, ...args: unknown[]): void {
    this.output.info(message, ...args);
  }

  warn(message: string, ...args: unknown[]): void {
    this.output.warn(message, ...args);
  }

  error(error: string | Error, ...args: unknown[]): void {
    this.output.error(error, ...args);
  }

  append(value: string): void {
    this.output.append(value);
  }

  appendLine(value: string): void {
    this.output.appendLine(value);
  }

  replace(value: string): void {
    this.output.replace(value);
  }

  clear(): void {
    this.output.clear();
  }

  show(_columnOrPreserveFocus?: ViewColumn | boolean, preserveFocus?: boolean): void {
    this.output.show(preserveFocus);
  }

  hide(): void {
    this.output.hide();
  }

  dispose(): void {
    this.output.dispose();
  }
}
