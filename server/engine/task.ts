/** Long work in steps: between two steps its owner can process something else, or drop the task. */
export type Task<T> = Generator<void, T, void>;

/** Runs all steps without a pause, and returns the result. */
export function runTask<T>(task: Task<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}
