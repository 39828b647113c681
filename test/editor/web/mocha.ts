/** The exports of mocha that the suites use, for a browser, where mocha's bundle sets globals. */

import 'mocha/mocha.js';

const names = globalThis as unknown as {
  readonly Mocha: typeof import('mocha');
  readonly describe: Mocha.SuiteFunction;
  readonly it: Mocha.TestFunction;
  readonly before: Mocha.HookFunction;
  readonly after: Mocha.HookFunction;
  readonly beforeEach: Mocha.HookFunction;
  readonly afterEach: Mocha.HookFunction;
};

export default names.Mocha;

// The globals are set when a run is set up.
export const describe = (title: string, define: (this: Mocha.Suite) => void) => names.describe(title, define);
export const it = (title: string, test: Mocha.AsyncFunc) => names.it(title, test);
export const before = (hook: Mocha.AsyncFunc) => names.before(hook);
export const after = (hook: Mocha.AsyncFunc) => names.after(hook);
export const beforeEach = (hook: Mocha.AsyncFunc) => names.beforeEach(hook);
export const afterEach = (hook: Mocha.AsyncFunc) => names.afterEach(hook);
