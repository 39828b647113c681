/** Time limit of tests that wait for the server, in milliseconds. */
const PATIENCE = 15_000;

/** Waits for messages or actions of a server. */
export class ConditionWaiter {
  private readonly waiting = new Set<() => void>();

  /** Waits until a condition is met; checks it after each message and periodically. */
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

  /** Called after each message. */
  wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
