import type { Task } from '../engine/task';

/** For how long a file is checked at least. */
const MIN_BUDGET_MS = 10_000;
/** More than ten times what a state usually takes, so that no file is checked in part only because it is large. */
const BUDGET_PER_UNIT_MS = 20;

/** Limits the time that the checking of a file takes. The time of other work between its steps does not count. */
export class CheckBudget {
  private readonly limit: number;
  private spent = 0;
  private begin = 0;

  constructor(
    units: number,
    private readonly now: () => number,
  ) {
    this.limit = Math.max(MIN_BUDGET_MS, units * BUDGET_PER_UNIT_MS);
  }

  readonly isSpent = (): boolean => this.spent + this.now() - this.begin >= this.limit;

  /** Runs a task, and measures it. */
  *measure<T>(task: Task<T>): Task<T> {
    for (;;) {
      this.begin = this.now();
      const step = task.next();
      if (step.done === true) return step.value;
      this.spent += this.now() - this.begin;
      yield;
    }
  }
}
