/** Long work in steps: between two steps its owner may do something else, or drop the rest. */
export type Task<T> = Generator<void, T, void>;

/** Runs all steps at once, and returns the result. */
export function runTask<T>(task: Task<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}
