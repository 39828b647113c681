/** Long work in steps: between two of them its owner may do something else, or leave the rest. */
export type Task<T> = Generator<void, T, void>;

/** Takes all steps at once, and gives the result. */
export function runTask<T>(task: Task<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}
