import type { Task } from '../engine/task';
import type { Changes } from './changes';

/** Resolves when messages that have arrived were processed. Browsers have no `setImmediate`. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}

/** Length of a slice, in milliseconds. */
const STRETCH = 5;
/**
 * The number of turns of the event loop from reading a message to writing its answer, so that a request waits for one
 * slice only. A timer, as in a browser, leaves time for all of them.
 */
const TURNS_TO_ANSWER = typeof setImmediate === 'function' ? 5 : 1;

/** Runs long work in slices, and lets other requests be answered in between. */
export class Turns {
  private begin = performance.now();

  constructor(
    private readonly changes: Pick<Changes, 'count'>,
    private readonly token?: { readonly isCancellationRequested: boolean },
  ) {}

  /** Yields if the slice is over; returns whether the work is still wanted. */
  async pause(): Promise<boolean> {
    if (this.isDue) {
      for (let turn = 0; turn < TURNS_TO_ANSWER; turn++) await nextTurn();
      this.begin = performance.now();
    }
    return this.token?.isCancellationRequested !== true;
  }

  /** Whether the slice is over. */
  get isDue(): boolean {
    return performance.now() - this.begin >= STRETCH;
  }

  /**
   * Runs a task to its end. After an edit or a change of files it starts again; results that are still valid are
   * cached. Undefined if the work is no longer wanted.
   */
  async finish<T>(work: () => Task<T>): Promise<T | undefined> {
    for (;;) {
      const { count } = this.changes;
      const steps = work();
      while (this.changes.count === count) {
        const step = steps.next();
        if (step.done === true) return step.value;
        if (this.isDue && !(await this.pause())) return undefined;
      }
    }
  }
}
