/** Time limits of the suites. They are long because the machine may be busy; most failures are detected earlier. */

/**
 * For anything that an editor displays, in milliseconds. VS Code delays the page of a panel for half a minute if the
 * previous one was closed while it was loading.
 */
export const WAIT_LIMIT_MS = 90_000;

/** For one test, in milliseconds. */
export const TEST_TIMEOUT_MS = 240_000;

/**
 * Repeats a check until it passes. After the time limit, throws its last error.
 *
 * @param most the time limit, in milliseconds
 */
export async function waitFor<T>(check: () => T | Promise<T>, most = WAIT_LIMIT_MS): Promise<T> {
  const limit = performance.now() + most;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > limit) {
        throw error;
      }
      await delay(100);
    }
  }
}

/** Waits, for tests that nothing happens. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
