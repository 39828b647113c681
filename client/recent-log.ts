import type { LogOutputChannel } from 'vscode';
import { LogChannelWrapper } from './log-channel-wrapper';

/** How many lines are remembered. */
const most = 200;

/** The output channel, which remembers its last lines: VS Code does not give back what was written to one. */
export class RecentLog extends LogChannelWrapper {
  #lines: string[] = [];

  /** The channel for what is not to be remembered: messages with texts of files in them. */
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
    this.#lines = [...this.#lines, ...lines].slice(-most);
  }
}
