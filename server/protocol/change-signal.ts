import type { CancellationToken } from 'vscode-languageserver';

/** Wakes requests that wait for an edit or a change of files. */
export class ChangeSignal {
  /** The number of changes. */
  count = 0;
  private readonly waiting = new Set<() => void>();
  /** Whether the client has requested the shutdown, so that there are no further changes. */
  isOver = false;
  /** Work with priority: all other work of this server pauses at the end of its slice until this work has finished. */
  readonly urgent = new Set<Promise<unknown>>();

  signal(): void {
    this.count++;
    const all = [...this.waiting];
    this.waiting.clear();
    for (const resolve of all) resolve();
  }

  /** Ends all waiting, so that pending requests are answered. */
  end(): void {
    this.isOver = true;
    this.signal();
  }

  /** Resolves at the next change after a count, or when the request is cancelled or the server shuts down. */
  changedSince(count: number, token: CancellationToken): Promise<void> {
    if (count !== this.count || this.isOver || token.isCancellationRequested) return Promise.resolve();
    return new Promise((resolve) => {
      const cancelled = token.onCancellationRequested(() => done());
      const done = () => {
        this.waiting.delete(done);
        cancelled.dispose();
        resolve();
      };
      this.waiting.add(done);
    });
  }
}
