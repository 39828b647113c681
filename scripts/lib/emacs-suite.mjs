// The set-up for Emacs with Eglot that docs/editors.md shows, run in Emacs as it is there.

import { join } from 'node:path';
import { ensureEditor, runEditor, setUps } from './other-editors.mjs';
import { run } from './process.mjs';

/** Whether Emacs has all that the set-up needs. */
const check = "(progn (package-initialize) (require 'eglot) (require 'yaml-mode))";

/**
 * Opens a project in Emacs, and compares what a person would see with test/editors/emacs.json.
 *
 * @returns {Promise<import('./report.mjs').Counts | string>} a sentence if there is no Emacs with Eglot
 */
export async function emacsSuite() {
  const emacs = await ensureEditor({
    name: 'Emacs',
    command: 'emacs',
    variable: 'ATOMIC_STATE_EMACS',
    packages: ['emacs-nox', 'elpa-eglot', 'elpa-yaml-mode'],
  });
  if ('missing' in emacs) {
    return emacs.missing;
  }
  const { code } = await run(emacs.executable, ['--batch', '--eval', check], { quiet: true });
  if (code !== 0) {
    return 'Emacs has no Eglot or no yaml-mode';
  }
  const { output: version } = await run(emacs.executable, ['--version'], { quiet: true });
  console.log(version.split('\n')[0]);
  const [init] = setUps('elisp');
  if (init === undefined) {
    throw new Error('docs/editors.md is expected to show a set-up for Eglot.');
  }
  return runEditor('emacs', emacs.executable, init, (file, tests) => [
    '--batch',
    ...['-l', file],
    ...['-l', join(tests, 'emacs.el')],
  ]);
}
