import type { CancellationToken } from 'vscode-languageserver';

/** Lets those who wait know that something was edited or learnt, so that another answer may be due. */
export class Changes {
  /** How often something has changed so far. */
  count = 0;
  private readonly waiting = new Set<() => void>();

  note(): void {
    this.count++;
    const all = [...this.waiting];
    this.waiting.clear();
    for (const resolve of all) resolve();
  }

  /** Resolves at the next change after a count, or when nobody waits any more. */
  since(count: number, token: CancellationToken): Promise<void> {
    if (count !== this.count || token.isCancellationRequested) return Promise.resolve();
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
