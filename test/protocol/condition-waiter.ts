/** How long a test waits for the server, in milliseconds. */
const PATIENCE = 15_000;

/** Waits for what a server is to say or do. */
export class ConditionWaiter {
  private readonly waiting = new Set<() => void>();

  /** Waits until a condition holds, looking again whenever there is news, and now and then. */
  async until(condition: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    while (!(await condition())) {
      if (Date.now() > deadline) throw new Error('The server did not get there in time.');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** There is news. */
  wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
