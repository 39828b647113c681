import type { LogOutputChannel } from 'vscode';
import { LogChannelWrapper } from './log-channel-wrapper';

/** The maximum number of stored lines. */
const maxLines = 200;

/** The output channel, which also stores its last lines: VS Code has no way to read them back. */
export class RecentLog extends LogChannelWrapper {
  #lines: string[] = [];

  /** A channel whose lines are not stored: messages that contain texts of files. */
  get unremembered(): LogOutputChannel {
    return this.output;
  }

  /** The last lines, the oldest first. */
  recent(count: number): readonly string[] {
    return this.#lines.slice(-count);
  }

  override info(message: string, ...args: unknown[]): void {
    this.#note('info', message);
    super.info(message, ...args);
  }

  override warn(message: string, ...args: unknown[]): void {
    this.#note('warning', message);
    super.warn(message, ...args);
  }

  override error(error: string | Error, ...args: unknown[]): void {
    this.#note('error', error instanceof Error ? (error.stack ?? error.message) : error);
    super.error(error, ...args);
  }

  #note(level: string, text: string): void {
    const time = new Date().toISOString().slice(11, 19);
    const lines = text.split(/\r?\n/).map((line) => `${time} ${level}: ${line}`);
    this.#lines = [...this.#lines, ...lines].slice(-maxLines);
  }
}
