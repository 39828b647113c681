import { type CancellationToken, CancellationTokenSource, type Disposable } from 'vscode';
import { LSPErrorCodes } from 'vscode-languageclient';

/** A question to the server that is asked again and again, and of which only the last answer counts. */
export class LatestRequest implements Disposable {
  #asking: CancellationTokenSource | undefined;

  /**
   * Asks, and breaks off the question before.
   *
   * @param send may send several requests, all with the token
   * @returns undefined where the answer is of no use: another question came meanwhile, or another text, after which
   *   the server tells by itself that there is something new
   */
  async ask<Answer>(send: (token: CancellationToken) => Promise<Answer>): Promise<Answer | undefined> {
    this.dispose();
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    try {
      const answer = await send(asking.token);
      return asking === this.#asking ? answer : undefined;
    } catch (error) {
      if (asking !== this.#asking || isOutdated(error)) return undefined;
      throw error;
    } finally {
      if (asking === this.#asking) this.#asking = undefined;
      asking.dispose();
    }
  }

  /** Breaks off the question that is open; its answer counts no more. */
  dispose(): void {
    this.#asking?.cancel();
    this.#asking = undefined;
  }
}

const outdated: ReadonlySet<unknown> = new Set([
  LSPErrorCodes.RequestCancelled,
  LSPErrorCodes.ServerCancelled,
  LSPErrorCodes.ContentModified,
]);

/** Whether the server refused to answer because the answer would be of a text that is no more. */
function isOutdated(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && outdated.has(error.code);
}
