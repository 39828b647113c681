// Tests the set-ups for Emacs from docs/editors.md and docs/debugging.md in Emacs.

import { join } from 'node:path';
import { printIn } from './lanes.mjs';
import { ensureEditor, runEditor, setUps } from './other-editors.mjs';
import { run } from './process.mjs';

/**
 * Opens a project in Emacs with Eglot, and compares the displayed results with test/editors/emacs.json.
 *
 * @param {string} [lane]
 * @returns {Promise<import('./report.mjs').Counts | string>} the reason if there is no Emacs with Eglot
 */
export function emacsSuite(lane) {
  return inEmacs('emacs', ['eglot', 'yaml-mode'], 'editors.md', lane);
}

/**
 * Debugs that project in Emacs with dap-mode, and compares the displayed results with test/editors/emacs-debug.json.
 *
 * @param {string} [lane]
 * @returns {Promise<import('./report.mjs').Counts | string>} the reason if there is no Emacs with dap-mode
 */
export function emacsDebugSuite(lane) {
  return inEmacs('emacs-debug', ['dap-mode', 'dap-ui'], 'debugging.md', lane);
}

/**
 * @param {string} name the name of the script in test/editors, and of its expected results
 * @param {readonly string[]} features the required features of Emacs
 * @param {string} page the page of `docs` with the set-up
 * @param {string} [lane]
 */
async function inEmacs(name, features, page, lane) {
  const emacs = await ensureEditor({
    name: 'Emacs',
    command: 'emacs',
    variable: 'ATOMIC_STATE_EMACS',
    packages: ['emacs-nox', 'elpa-eglot', 'elpa-yaml-mode', 'elpa-dap-mode'],
  });
  if ('missing' in emacs) {
    return emacs.missing;
  }
  const check = `(progn (package-initialize) ${features.map((one) => `(require '${one})`).join(' ')})`;
  const { code } = await run(emacs.executable, ['--batch', '--eval', check], { quiet: true });
  if (code !== 0) {
    return `Emacs lacks one of ${features.join(', ')}`;
  }
  const { output: version } = await run(emacs.executable, ['--version'], { quiet: true });
  printIn(lane, version.split('\n')[0] ?? '');
  const [init] = setUps('elisp', page);
  if (init === undefined) {
    throw new Error(`docs/${page} is expected to show a set-up for Emacs.`);
  }
  return runEditor(
    name,
    emacs.executable,
    init,
    (file, tests) => ['--batch', ...['-l', file], ...['-l', join(tests, `${name}.el`)]],
    lane,
  );
}
