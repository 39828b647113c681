// Tests the set-up for Neovim from docs/editors.md in Neovim.

import { join } from 'node:path';
import { printIn } from './lanes.mjs';
import { ensureEditor, runEditor, setUps } from './other-editors.mjs';
import { run } from './process.mjs';

/** The first version of Neovim that supports the first set-up of docs/editors.md. */
const firstWithConfig = 11;

/**
 * The lines for `init.lua` from docs/editors.md.
 *
 * @param {number} minor the version of Neovim after `0.`
 */
function setUp(minor) {
  const blocks = setUps('lua');
  const block = blocks[minor >= firstWithConfig ? 0 : 1];
  if (blocks.length !== 2 || block === undefined) {
    throw new Error('docs/editors.md is expected to show two set-ups for Neovim.');
  }
  return block;
}

/**
 * Opens a project in Neovim, and compares the displayed results with test/editors/neovim.json.
 *
 * @param {string} [lane]
 * @returns {Promise<import('./report.mjs').Counts | string>} the reason if there is no Neovim
 */
export async function neovimSuite(lane) {
  const neovim = await ensureEditor({
    name: 'Neovim',
    command: 'nvim',
    variable: 'ATOMIC_STATE_NEOVIM',
    packages: ['neovim'],
  });
  if ('missing' in neovim) {
    return neovim.missing;
  }
  const { output: version } = await run(neovim.executable, ['--version'], { quiet: true });
  const minor = Number(/^NVIM v0\.(\d+)/.exec(version)?.[1] ?? Number.NaN);
  if (Number.isNaN(minor) || minor < 7) {
    return `Neovim 0.7 or later is needed; this is ${version.split('\n')[0]}`;
  }
  printIn(lane, version.split('\n')[0] ?? '');
  return runEditor(
    'neovim',
    neovim.executable,
    setUp(minor),
    (init, tests) => [
      '--headless',
      ...['-u', init, '-i', 'NONE', '-n'],
      ...['-S', join(tests, 'neovim.lua')],
    ],
    lane,
  );
}
