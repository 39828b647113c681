import type * as lsp from 'vscode-languageserver';
import { logError } from './guard';

/** How long the client may take to tell its settings before all goes on without them, in milliseconds. */
const PATIENCE = 1000;

/** Asks the client for settings, and takes the last answer, however late it comes. */
export class SettingsRequest {
  /** How often it was asked: answers to earlier questions are not taken any more. */
  private asked = 0;

  /** @param late what is done once an answer was taken that nobody waited for any more */
  constructor(
    private readonly connection: lsp.Connection,
    private readonly late: () => Promise<void>,
  ) {}

  /** Ends when the answer is taken, or when it is too long in coming. */
  async ask(items: lsp.ConfigurationItem[], take: (answers: readonly unknown[]) => void): Promise<void> {
    const question = ++this.asked;
    let isLate = false;
    const taken = this.answer(items).then((answers) => {
      if (question !== this.asked) return undefined;
      take(answers);
      return isLate ? this.late() : undefined;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((end) => {
      timer = setTimeout(() => {
        isLate = true;
        end();
      }, PATIENCE);
    });
    try {
      await Promise.race([taken, patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What a client does not want to tell is as if it was not set. */
  private async answer(items: lsp.ConfigurationItem[]): Promise<readonly unknown[]> {
    try {
      return await this.connection.workspace.getConfiguration(items);
    } catch (error) {
      logError(this.connection, 'workspace/configuration', error);
      return [];
    }
  }
}
