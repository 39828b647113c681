// `npm test`: everything from a bare clone to one line that sums all suites.
//
//   npm test                             all that this machine can run
//   npm test -- --only unit              lint | unit | neovim | emacs | editor | inside | web | user | electron: of the
//                                        suites in VS Code (editor) the one inside its extension host, or
//                                        the one inside that for browsers, or the scripted user, or the
//                                        one inside in a desktop VS Code
//   npm test -- --vscode current         the editor suites in the current VS Code instead of the oldest
//                                        one that is tested (old | current | all)
//
// Variables: ATOMIC_STATE_VSCODE names the executable of a desktop VS Code for the suite inside the
// editor, ATOMIC_STATE_CHROMIUM a browser, ATOMIC_STATE_NEOVIM a Neovim,
// ATOMIC_STATE_EMACS an Emacs.

import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { build, ensureDependencies } from './lib/dependencies.mjs';
import { desktopSuite, editorSuites } from './lib/editor-suites.mjs';
import { emacsDebugSuite, emacsSuite } from './lib/emacs-suite.mjs';
import { neovimSuite } from './lib/neovim-suite.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/process.mjs';
import { Report } from './lib/report.mjs';
import { unitSuite } from './lib/unit-suite.mjs';

const choices = ['lint', 'unit', 'neovim', 'emacs', 'editor', 'inside', 'web', 'user', 'electron'];
const { values } = parseArgs({
  options: { only: { type: 'string' }, vscode: { type: 'string', default: 'old' } },
});
const { only } = values;
if ((only !== undefined && !choices.includes(only)) || !['old', 'current', 'all'].includes(values.vscode)) {
  console.error(`Usage: npm test -- [--only ${choices.join('|')}] [--vscode old|current|all]`);
  process.exit(2);
}
const wanted = (/** @type {string} */ part) => only === undefined || only === part;

/** A program of `node_modules` as one test: it passes or it fails. */
async function program(/** @type {string} */ script, /** @type {string[]} */ args) {
  const { code, output } = await run(process.execPath, [script, ...args], { cwd: root, quiet: true });
  process.stdout.write(output);
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [{ name: [basename(script), ...args].join(' '), error: output }] };
}

const report = new Report();
const ready = (await ensureDependencies()) && (await build());
if (!ready) {
  await report.run('set-up', async () => ({ passed: 0, failed: 1 }));
} else {
  if (wanted('lint')) {
    await report.run('typecheck', () => program('node_modules/typescript/bin/tsc', ['--noEmit']));
    await report.run('typecheck of pages', () =>
      program('node_modules/typescript/bin/tsc', ['--noEmit', '--project', 'client/webview']),
    );
    await report.run('typecheck of scripts', () =>
      program('node_modules/typescript/bin/tsc', ['--noEmit', '--project', 'scripts']),
    );
    await report.run('lint', () => program('node_modules/@biomejs/biome/bin/biome', ['check', '.']));
  }
  if (wanted('unit')) {
    await report.run('unit, protocol, grammar', unitSuite);
  }
  if (wanted('neovim')) {
    await report.run('in Neovim', neovimSuite);
  }
  if (wanted('emacs')) {
    await report.run('in Emacs', emacsSuite);
    await report.run('debugging in Emacs', emacsDebugSuite);
  }
  if (wanted('editor') || only === 'inside' || only === 'web' || only === 'user') {
    const versions = /** @type {const} */ (['old', 'current']);
    await editorSuites(
      report,
      versions.filter((version) => values.vscode === 'all' || values.vscode === version),
      only === 'inside' || only === 'web' || only === 'user' ? only : undefined,
    );
  }
  if (only === 'electron') {
    await report.run('inside desktop VS Code', desktopSuite);
  }
}
report.finish();
process.exit();
