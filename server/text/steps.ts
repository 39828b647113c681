/** Work that is done step by step: between two of them its owner may do something else, or leave the rest. */
export type Steps<T> = Generator<void, T, void>;

/** Takes all steps at once, and gives the result. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
