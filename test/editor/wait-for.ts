/** How long the suites wait for an editor. The machine may be busy; what fails fast does so anyway. */

/**
 * For anything that an editor is to show, in milliseconds. VS Code alone makes a page of a panel wait for half a minute
 * if the one before was closed while it loaded something.
 */
export const WAIT_LIMIT_MS = 90_000;

/** For one test, in milliseconds. */
export const TEST_TIMEOUT_MS = 240_000;

/**
 * Repeats a check until it passes; then its last error is the test's.
 *
 * @param most how long, in milliseconds
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
