import type * as lsp from 'vscode-languageserver';
import { logError } from './guard';

/** The time limit for settings of the client, in milliseconds; without them, the server uses defaults. */
const TIMEOUT_MS = 1000;

/** Requests settings from the client, and uses the latest answer, even if it is late. */
export class SettingsRequest {
  /** The number of requests. Only the answer to the last one is used. */
  private requests = 0;

  /** @param afterLateAnswer is called after an answer that came after the time limit */
  constructor(
    private readonly connection: lsp.Connection,
    private readonly afterLateAnswer: () => Promise<void>,
  ) {}

  /** Resolves when the answer was applied, or at the time limit. */
  async request(items: lsp.ConfigurationItem[], apply: (answers: readonly unknown[]) => void): Promise<void> {
    const number = ++this.requests;
    let isLate = false;
    const applied = this.answer(items).then((answers) => {
      if (number !== this.requests) return undefined;
      apply(answers);
      return isLate ? this.afterLateAnswer() : undefined;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((end) => {
      timer = setTimeout(() => {
        isLate = true;
        end();
      }, TIMEOUT_MS);
    });
    try {
      await Promise.race([applied, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** If the client rejects the request, the settings have default values. */
  private async answer(items: lsp.ConfigurationItem[]): Promise<readonly unknown[]> {
    try {
      return await this.connection.workspace.getConfiguration(items);
    } catch (error) {
      logError(this.connection, 'workspace/configuration', error);
      return [];
    }
  }
}
