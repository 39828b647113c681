import type { Task } from '../engine/task';
import type { ChangeSignal } from './change-signal';

/** Resolves after pending messages were processed. Browsers have no `setImmediate`. */
export function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}

/** The time that a slice of a task takes before other messages are processed. */
const SLICE_MS = 3;
/**
 * The number of turns of the event loop from reading a message to writing its answer, so that a request waits for one
 * slice only. In a browser, the timer of one turn leaves enough time.
 */
const TURNS_TO_ANSWER = typeof setImmediate === 'function' ? 5 : 1;

/** Resolves after pending requests were answered, except those that take longer than one slice. */
export async function pendingRequestsAnswered(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_ANSWER; turn++) await nextEventLoopTurn();
}

/** Runs long work in slices, and lets other requests be answered in between. */
export class TimeSlicer {
  private begin = performance.now();
  private isUrgent = false;

  constructor(
    private readonly changes: Pick<ChangeSignal, 'count' | 'urgent'>,
    private readonly token?: { readonly isCancellationRequested: boolean },
  ) {}

  /** Yields if the slice is over; returns whether the result is still needed. */
  async pause(): Promise<boolean> {
    if (this.isDue) {
      await pendingRequestsAnswered();
      const { urgent } = this.changes;
      while (!this.isUrgent && urgent.size > 0) await Promise.allSettled(urgent);
      this.begin = performance.now();
    }
    return this.token?.isCancellationRequested !== true;
  }

  /** `finishOnce` for a task that waits for no other work, before all other work. */
  async finishFirst<T>(task: Task<T>): Promise<T | undefined> {
    const { urgent } = this.changes;
    this.isUrgent = true;
    const result = this.finishOnce(task);
    urgent.add(result);
    try {
      return await result;
    } finally {
      urgent.delete(result);
    }
  }

  /** Whether the slice is over. */
  get isDue(): boolean {
    return performance.now() - this.begin >= SLICE_MS;
  }

  /** Runs a task to its end, also after edits. Undefined if the result is no longer needed. */
  async finishOnce<T>(task: Task<T>): Promise<T | undefined> {
    for (let step = task.next(); ; step = task.next()) {
      if (step.done === true) return step.value;
      if (this.isDue && !(await this.pause())) {
        task.return(undefined as never);
        return undefined;
      }
    }
  }

  /**
   * Runs a task to its end. After an edit or a change of files it starts again, with cached results that are still
   * valid. Undefined if the result is no longer needed.
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
