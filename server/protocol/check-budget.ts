import type { Task } from '../engine/task';

/** The minimum budget for a file. */
const MIN_BUDGET_MS = 10_000;
/** More than ten times the usual time for a state, so that large files are checked completely. */
const BUDGET_PER_UNIT_MS = 20;

/** Limits the time for checking a file. Other work between its steps does not count. */
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
