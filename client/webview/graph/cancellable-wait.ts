/** Waits for one result at a time, until somebody ends the wait: what it waits for may never settle then. */
export class CancellableWait {
  #end: (() => void) | undefined;

  get isWaiting(): boolean {
    return this.#end !== undefined;
  }

  /** The result, or undefined if the wait was cancelled. */
  async waitFor<T>(result: Promise<T>): Promise<T | undefined> {
    let end = () => {};
    const cancelled = new Promise<undefined>((resolve) => {
      end = () => resolve(undefined);
    });
    this.#end = end;
    try {
      return await Promise.race([result, cancelled]);
    } finally {
      if (this.#end === end) this.#end = undefined;
    }
  }

  cancel(): void {
    this.#end?.();
    this.#end = undefined;
  }
}
