// Runs tests inside the extension host of a VS Code server, like VS Code's own integration tests: the address of the
// page names the extension and the tests, and the page reports through two functions.

import { printIn } from './lanes.mjs';
import { slashed } from './vscode-server.mjs';
import { asWebExtension } from './web-extension.mjs';

/**
 * Runs a bundled suite (a module that exports `run(): Promise<void>`) inside the extension host.
 *
 * @param {object} options
 * @param {import('playwright-core').Browser} options.browser
 * @param {import('./vscode-server.mjs').RunningServer} options.server started with `testing`
 * @param {string} options.workspace the folder to open, or a file `.code-workspace`
 * @param {string} options.extension the folder of the extension under test
 * @param {string} options.tests the file of the suite
 * @param {boolean} [options.asWebExtension] runs both in the extension host of the browser, not in that of Node
 * @param {number} options.limit the time limit, in milliseconds
 * @param {string} options.linePrefix the prefix of the lines of the suite; those of VS Code are omitted
 * @param {string | undefined} [options.lane] of the suite, if it runs in parallel with others
 * @param {string} [options.screenshot] the file for a screenshot if the run exceeds the limit
 * @returns {Promise<{ passed: boolean, reason: string }>} `reason` is empty if it passed
 */
export async function runInHost(options) {
  const { authority } = options.server;
  const remote = (/** @type {string} */ file) => `vscode-remote://${authority}${slashed(file)}`;
  const query = new URLSearchParams({
    [options.workspace.endsWith('.code-workspace') ? 'workspace' : 'folder']: slashed(options.workspace),
    payload: JSON.stringify([
      ...(options.asWebExtension
        ? []
        : [
            ['extensionDevelopmentPath', remote(options.extension)],
            ['extensionTestsPath', remote(options.tests)],
          ]),
      ['skipWelcome', 'true'],
    ]),
  });
  const context = await options.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const stopServing = options.asWebExtension ? await asWebExtension(page, options) : undefined;
  try {
    /** @type {(result: { passed: boolean, reason: string }) => void} */
    let report = () => undefined;
    const result = new Promise((resolve) => {
      report = resolve;
    });
    page.on('crash', () => report({ passed: false, reason: 'the page crashed' }));
    const print = (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
      for (const line of args.map(String).join(' ').split('\n')) {
        if (line.startsWith(options.linePrefix)) {
          printIn(options.lane, line.slice(options.linePrefix.length));
        }
      }
    };
    await page.exposeFunction('codeAutomationLog', print);
    await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => {
      report({ passed: code === 0, reason: code === 0 ? '' : 'the suite reported failures' });
    });
    const late = new Promise((resolve) => {
      setTimeout(() => resolve(undefined), options.limit).unref();
    });
    // As long as the suite may take: a busy machine needs more than half a minute for the page.
    await page.goto(`http://${authority}/?${query}`, { timeout: options.limit });
    const ended = await Promise.race([result, late]);
    if (ended) {
      return ended;
    }
    if (options.screenshot) {
      await page.screenshot({ path: options.screenshot });
    }
    return { passed: false, reason: `no result after ${options.limit / 1000} s` };
  } finally {
    stopServing?.();
    await context.close();
  }
}
