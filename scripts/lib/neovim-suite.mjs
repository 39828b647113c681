// The set-up for Neovim that docs/editors.md shows, run in Neovim as it stands there.

import { deepStrictEqual } from 'node:assert';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { install, isDebianRoot } from './apt.mjs';
import { onPath } from './chromium.mjs';
import { root } from './paths.mjs';
import { run, temporaryFolder } from './process.mjs';

/** How long all steps may take, in milliseconds; each has a limit of its own. */
const limit = 3 * 60_000;

/** The first version with the set-up that docs/editors.md shows first. */
const firstWithConfig = 11;

/**
 * A Neovim of this machine, installed by apt-get if none is there and this is root on Debian.
 *
 * @returns {Promise<{ executable: string } | { missing: string }>} `missing` says what could not be had
 */
async function ensureNeovim() {
  const named = process.env.ATOMIC_STATE_NEOVIM;
  if (named) {
    return existsSync(named)
      ? { executable: named }
      : { missing: `ATOMIC_STATE_NEOVIM names no file: ${named}` };
  }
  let executable = onPath(['nvim']);
  if (!executable && isDebianRoot()) {
    console.log('Installing Neovim (apt-get, once) ...');
    const problem = await install(['neovim']);
    if (problem !== undefined) {
      return { missing: problem };
    }
    executable = onPath(['nvim']);
  }
  return executable
    ? { executable }
    : { missing: 'no Neovim was found; install one, or name it by the variable ATOMIC_STATE_NEOVIM' };
}

/**
 * The lines for `init.lua` from docs/editors.md.
 *
 * @param {number} minor the version of Neovim behind `0.`
 */
function setUp(minor) {
  const page = readFileSync(join(root, 'docs', 'editors.md'), 'utf8');
  const blocks = [...page.matchAll(/```lua\n(.*?)```/gs)].map(([, block = '']) => block);
  const block = blocks[minor >= firstWithConfig ? 0 : 1];
  if (blocks.length !== 2 || block === undefined) {
    throw new Error('docs/editors.md is expected to show two set-ups for Neovim.');
  }
  return block;
}

/** Puts the command `atomic-state` into a folder, as `npm link` does. */
function linkCommand(/** @type {string} */ folder) {
  mkdirSync(folder);
  const cli = join(root, 'dist', 'cli.js');
  if (process.platform === 'win32') {
    writeFileSync(join(folder, 'atomic-state.cmd'), `@"${process.execPath}" "${cli}" %*\r\n`);
  } else {
    const script = `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`;
    writeFileSync(join(folder, 'atomic-state'), script, { mode: 0o755 });
  }
}

/**
 * Opens a project in Neovim, and compares what a person would see with test/editors/neovim.json.
 *
 * @returns {Promise<import('./report.mjs').Counts | string>} a sentence if there is no Neovim
 */
export async function neovimSuite() {
  const neovim = await ensureNeovim();
  if ('missing' in neovim) {
    return neovim.missing;
  }
  const { output: version } = await run(neovim.executable, ['--version'], { quiet: true });
  const minor = Number(/^NVIM v0\.(\d+)/.exec(version)?.[1] ?? Number.NaN);
  if (Number.isNaN(minor) || minor < 7) {
    return `Neovim 0.7 or later is needed; this is ${version.split('\n')[0]}`;
  }
  console.log(version.split('\n')[0]);
  const tests = join(root, 'test', 'editors');
  const home = temporaryFolder('neovim');
  const folder = join(home, 'project');
  cpSync(join(tests, 'project'), folder, { recursive: true });
  mkdirSync(join(folder, '.git'));
  linkCommand(join(home, 'bin'));
  const init = join(home, 'init.lua');
  writeFileSync(init, setUp(minor));
  const file = join(home, 'result.json');
  const { code, output } = await run(
    neovim.executable,
    ['--headless', '-u', init, '-i', 'NONE', '-n', '-S', join(tests, 'neovim.lua')],
    {
      cwd: folder,
      quiet: true,
      timeout: limit,
      env: {
        ...process.env,
        PATH: `${join(home, 'bin')}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        XDG_STATE_HOME: home,
        XDG_CACHE_HOME: home,
        ATOMIC_STATE_TEST_RESULT: file,
      },
    },
  );
  if (!existsSync(file)) {
    throw new Error(`Neovim ended with code ${code} and left no result: ${output}`);
  }
  return compare(
    JSON.parse(readFileSync(file, 'utf8')),
    JSON.parse(readFileSync(join(tests, 'neovim.json'), 'utf8')),
  );
}

/**
 * Counts each step as one test.
 *
 * @param {Record<string, unknown>} result
 * @param {Record<string, unknown>} expected
 */
function compare(result, expected) {
  const counts = { passed: 0, failed: 0 };
  for (const name of new Set([...Object.keys(expected), ...Object.keys(result)])) {
    try {
      deepStrictEqual(result[name], expected[name]);
      counts.passed++;
      console.log(`  passed: ${name}`);
    } catch (error) {
      counts.failed++;
      console.error(`  FAILED: ${name}\n${error instanceof Error ? error.message : error}`);
    }
  }
  return counts;
}
