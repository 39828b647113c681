import { type CancellationToken, CancellationTokenSource, type Disposable } from 'vscode';
import { LSPErrorCodes } from 'vscode-languageclient';

/** A repeated request. Only the latest answer is used. */
export class LatestRequest implements Disposable {
  #asking: CancellationTokenSource | undefined;

  /**
   * Sends a request and cancels the previous one.
   *
   * @param send may send several requests, all with the token
   * @returns undefined if the answer is out of date: there is a newer request, or the text has changed and the server
   *   will send a notification
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

  /** Cancels the pending request; its answer is ignored. */
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

/** Whether the server refused to answer because the text has changed. */
export function isOutdated(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && outdated.has(error.code);
}
