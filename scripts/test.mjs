// `npm test`: installs, builds, and runs what a change usually breaks; `npm run test:all` runs all suites.
//
//   npm test                             types, linter, unit and protocol tests without the slow ones, a walk in VS Code
//   npm test -- --ci                     what fits into a quarter of an hour on two cores: random suites draw more, and there
//                                        are some slow tests, and suites in other editors, in the extension host, and of a
//                                        user's first minute
//   npm test -- --all                    all suites that this machine can run
//   npm test -- --only slow              lint | unit | slow | real | neovim | emacs | editor | inside | walk | web | user |
//                                        minute | electron. `unit` are the quick tests of vitest, `slow` the others
//                                        (*.slow.test.ts). `editor` are all suites in VS Code: `inside` its extension host,
//                                        in that for browsers (`web`), and of the scripted user (`user`); `walk` and
//                                        `minute` are parts of the first and last one; `electron` is `inside` in a desktop
//                                        VS Code
//   npm test -- --vscode current         the editor suites in the current VS Code instead of the oldest tested one (old |
//                                        current | all)
//
// Variables: ATOMIC_STATE_VSCODE names the executable of a desktop VS Code for the suite inside the
// editor, ATOMIC_STATE_CHROMIUM a browser, ATOMIC_STATE_NEOVIM a Neovim,
// ATOMIC_STATE_EMACS an Emacs, ATOMIC_STATE_REAL_FILES a folder of state files of authors (`real`).

import { totalmem } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { build, ensureDependencies } from './lib/dependencies.mjs';
import { desktopSuite, editorSuite, prepareEditorSuites } from './lib/editor-suites.mjs';
import { emacsDebugSuite, emacsSuite } from './lib/emacs-suite.mjs';
import { printIn } from './lib/lanes.mjs';
import { neovimSuite } from './lib/neovim-suite.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/process.mjs';
import { realFilesSuite } from './lib/real-files-suite.mjs';
import { Report } from './lib/report.mjs';
import { quickSuite, slowSuite } from './lib/unit-suite.mjs';

const QUICK = ['lint', 'unit', 'walk'];
const IN_VSCODE = ['inside', 'web', 'user'];
const CI = ['lint', 'unit', 'slow', 'real', 'neovim', 'emacs', 'minute', 'inside', 'web'];
/** The whole suites contain the walk and the first minute. */
const ALL = ['lint', 'unit', 'slow', 'real', 'neovim', 'emacs', ...IN_VSCODE];
const choices = [...new Set([...QUICK, ...CI, ...ALL, 'editor', 'electron'])];
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    ci: { type: 'boolean', default: false },
    only: { type: 'string' },
    vscode: { type: 'string', default: 'old' },
  },
});
const { all, ci, only } = values;
if ((only !== undefined && !choices.includes(only)) || !['old', 'current', 'all'].includes(values.vscode)) {
  console.error(`Usage: npm test -- [--ci | --all | --only ${choices.join('|')}] [--vscode old|current|all]`);
  process.exit(2);
}
const parts = only === 'editor' ? IN_VSCODE : only !== undefined ? [only] : all ? ALL : ci ? CI : QUICK;
const wanted = (/** @type {string} */ part) => parts.includes(part);

/**
 * A program of `node_modules` as one test, which passes if its exit code is 0.
 *
 * @param {string} script
 * @param {string[]} args
 * @returns {(lane?: string) => Promise<import('./lib/report.mjs').Counts>}
 */
function program(script, ...args) {
  return async (lane) => {
    const { code, output } = await run(process.execPath, [script, ...args], { cwd: root, quiet: true });
    if (output.trim() !== '') {
      printIn(lane, output.trimEnd());
    }
    return code === 0
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1, failures: [{ name: [basename(script), ...args].join(' '), error: output }] };
  };
}

/** The minimum memory for parallel suites: each browser with an editor needs 1.7 GB, and the unit tests up to 4 GB. */
const LANES_MIN_BYTES = 7 * 2 ** 30;

const report = new Report();
const versions = /** @type {const} */ (['old', 'current']).filter(
  (version) => values.vscode === 'all' || values.vscode === version,
);

/** Suites that use the processor. */
async function compute(/** @type {string | undefined} */ lane) {
  if (wanted('lint')) {
    const tsc = 'node_modules/typescript/bin/tsc';
    await report.run('typecheck', program(tsc, '--noEmit'), lane);
    await report.run('typecheck of pages', program(tsc, '--noEmit', '--project', 'client/webview'), lane);
    await report.run('typecheck of scripts', program(tsc, '--noEmit', '--project', 'scripts'), lane);
    await report.run('lint', program('node_modules/@biomejs/biome/bin/biome', 'check', '.'), lane);
  }
  if (wanted('unit')) {
    await report.run('unit, protocol, grammar', quickSuite(all || ci), lane);
  }
  if (wanted('slow')) {
    await report.run('slow tests of units', slowSuite(!ci), lane);
  }
  if (wanted('real')) {
    await report.run('real files', realFilesSuite, lane);
  }
}

/**
 * Suites in editors, in the order in which they start. Their browsers use the processor as well: more than one lane of
 * them beside the unit tests makes two cores so slow that waits of tests end without what they wait for.
 *
 * @returns {((lane?: string) => Promise<void>)[]}
 */
function editorQueue() {
  const inVSCode = (/** @type {import('./lib/editor-suites.mjs').EditorPart} */ part) => {
    return (/** @type {string | undefined} */ lane) => editorSuite(report, versions, part, lane);
  };
  /** @type {[wanted: boolean, suite: (lane?: string) => Promise<void>][]} */
  const suites = [
    [wanted('neovim'), (lane) => report.run('in Neovim', neovimSuite, lane)],
    [wanted('emacs'), (lane) => report.run('in Emacs', emacsSuite, lane)],
    [wanted('emacs'), (lane) => report.run('debugging in Emacs', emacsDebugSuite, lane)],
    [wanted('walk'), inVSCode('walk')],
    [wanted('minute'), inVSCode('minute')],
    [wanted('user'), inVSCode('edits')],
    [wanted('user'), inVSCode('runs')],
    [wanted('inside'), inVSCode('inside')],
    [wanted('web'), inVSCode('web')],
    [wanted('electron'), (lane) => report.run('inside desktop VS Code', () => desktopSuite(), lane)],
  ];
  return suites.filter(([isWanted]) => isWanted).map(([, suite]) => suite);
}

const editors = editorQueue();

/** Runs suites in editors until none is left. */
async function edit(/** @type {string | undefined} */ lane) {
  for (let suite = editors.shift(); suite !== undefined; suite = editors.shift()) {
    await suite(lane);
  }
}

const ready = (await ensureDependencies()) && (await build());
if (!ready) {
  await report.run('set-up', async () => ({ passed: 0, failed: 1 }));
} else {
  if (wanted('user') || wanted('minute')) {
    await prepareEditorSuites(versions);
  }
  const isOneSuite = only !== undefined && only !== 'editor' && only !== 'user';
  if (isOneSuite || totalmem() < LANES_MIN_BYTES) {
    await compute(undefined);
    await edit(undefined);
  } else {
    // Suites in editors often wait, so suites that use the processor run in parallel.
    await Promise.all([compute('unit').then(() => edit('other')), edit('editor')]);
  }
}
report.finish();
process.exit();
