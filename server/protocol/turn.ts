import type { Task } from '../engine/task';
import type { Changes } from './changes';

/** Resolves when what came in meanwhile has had its turn. A browser knows no `setImmediate`. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}

/** How long work goes on before others have their turn, in milliseconds. */
const STRETCH = 5;
/**
 * The turns from a message that is read to its answer that is written, as the library takes them: who waits has to wait
 * for one stretch, and not for one at each of them. A timer, as a browser has it, leaves time for all of them.
 */
const TURNS_TO_ANSWER = typeof setImmediate === 'function' ? 5 : 1;

/** Long work that is done in stretches, so that others are served meanwhile. */
export class Turns {
  private begin = performance.now();

  constructor(
    private readonly changes: Pick<Changes, 'count'>,
    private readonly token?: { readonly isCancellationRequested: boolean },
  ) {}

  /** Gives others their turn if that is due; whether somebody still waits for the work. */
  async pause(): Promise<boolean> {
    if (this.isDue) {
      for (let turn = 0; turn < TURNS_TO_ANSWER; turn++) await nextTurn();
      this.begin = performance.now();
    }
    return this.token?.isCancellationRequested !== true;
  }

  /** Whether others should have their turn. */
  get isDue(): boolean {
    return performance.now() - this.begin >= STRETCH;
  }

  /**
   * Takes all steps of some work. Where something was edited or learnt meanwhile it begins anew, which is to go on, as
   * the steps remember what they found. Undefined: nobody waits any more.
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
