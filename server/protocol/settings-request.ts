import type * as lsp from 'vscode-languageserver';
import { logError } from './guard';

/** The time limit for settings of the client, in milliseconds; without them, the server uses defaults. */
const PATIENCE = 1000;

/** Requests settings from the client, and uses the latest answer, even if it is late. */
export class SettingsRequest {
  /** The number of requests: answers to earlier ones are ignored. */
  private asked = 0;

  /** @param late is called after an answer that came after the time limit */
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

  /** A refusal counts as settings with default values. */
  private async answer(items: lsp.ConfigurationItem[]): Promise<readonly unknown[]> {
    try {
      return await this.connection.workspace.getConfiguration(items);
    } catch (error) {
      logError(this.connection, 'workspace/configuration', error);
      return [];
    }
  }
}
