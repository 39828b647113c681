// A reporter of vitest that writes the counts and failures of a run to the file in ATOMIC_STATE_TEST_RESULT.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The text of errors: the message, the stack trace within the project, and the difference of the values. */
function textOf(/** @type {readonly import('vitest').SerializedError[]} */ errors) {
  return errors
    .flatMap(({ message, stack, diff }) => [
      ...(stack || message)
        .split('\n')
        .filter((line) => !/^ +at .*(?:node_modules|node:|<anonymous>)/.test(line)),
      ...(diff ? [diff] : []),
    ])
    .join('\n');
}

/**
 * The results of a run for `scripts/lib/report.mjs`.
 *
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {readonly import('vitest').SerializedError[]} unhandledErrors thrown outside of any test
 */
export function countTests(modules, unhandledErrors) {
  /** @type {Required<import('./report.mjs').Counts>} */
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const fail = (
    /** @type {string} */ name,
    /** @type {readonly import('vitest').SerializedError[]} */ errors,
  ) => {
    counts.failed++;
    counts.failures.push({ name, error: textOf(errors) });
  };
  for (const module of modules) {
    const file = module.relativeModuleId;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'failed') {
        fail(`${file} > ${test.fullName}`, errors);
      } else {
        counts[state === 'passed' ? 'passed' : 'skipped']++;
      }
    }
    // A file that cannot be loaded, or a hook of a whole suite, fails without a failed test.
    for (const suite of [module, ...module.children.allSuites()]) {
      if (suite.errors().length > 0) {
        fail(suite.type === 'module' ? file : `${file} > ${suite.fullName}`, suite.errors());
      }
    }
  }
  for (const error of unhandledErrors) {
    fail('outside of any test', [error]);
  }
  return counts;
}

/** The reporter, which vitest requires as a default export. */
export default class CountsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.ATOMIC_STATE_TEST_RESULT;
    if (file) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(countTests(modules, unhandledErrors)));
    }
  }
}
