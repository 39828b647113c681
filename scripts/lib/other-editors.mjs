// Shared by the suites in editors other than VS Code: a project, the command, and the comparison of results.

import { deepStrictEqual } from 'node:assert';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ensureProgram } from './apt.mjs';
import { onPath } from './chromium.mjs';
import { printIn } from './lanes.mjs';
import { root } from './paths.mjs';
import { run, temporaryFolder } from './process.mjs';

/** Time limit of all steps together, in milliseconds. Each step has its own limit. */
const limit = 3 * 60_000;

const tests = join(root, 'test', 'editors');

/**
 * An editor.
 *
 * @param {{ name: string, command: string, variable: string, packages: string[] }} editor
 * @returns {ReturnType<typeof ensureProgram>}
 */
export function ensureEditor({ command, ...editor }) {
  return ensureProgram({ ...editor, find: () => onPath([command]) });
}

/**
 * The code blocks of a language in a page of `docs`.
 *
 * @param {string} language
 */
export function setUps(language, name = 'editors.md') {
  const page = readFileSync(join(root, 'docs', name), 'utf8');
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  );
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
 * Runs an editor with a copy of the project, and compares the displayed results with a file in test/editors.
 *
 * @param {string} name of the editor, and of the file with the expected results
 * @param {string} executable
 * @param {string} init the text of its configuration
 * @param {(init: string, tests: string) => string[]} args
 * @param {string} [lane]
 * @returns {Promise<import('./report.mjs').Counts>}
 */
export async function runEditor(name, executable, init, args, lane) {
  const home = temporaryFolder(name);
  const folder = join(home, 'project');
  cpSync(join(tests, 'project'), folder, { recursive: true });
  mkdirSync(join(folder, '.git'));
  linkCommand(join(home, 'bin'));
  const initFile = join(home, name === 'neovim' ? 'init.lua' : 'init.el');
  writeFileSync(initFile, init);
  const file = join(home, 'result.json');
  const { code, output } = await run(executable, args(initFile, tests), {
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
      ATOMIC_STATE_TEST_PROJECT: folder,
      ATOMIC_STATE_TEST_RESULT: file,
    },
  });
  if (!existsSync(file)) {
    throw new Error(`${executable} ended with code ${code} and left no result: ${output}`);
  }
  return compare(
    JSON.parse(readFileSync(file, 'utf8')),
    JSON.parse(readFileSync(join(tests, `${name}.json`), 'utf8')),
    lane,
  );
}

/**
 * Counts each step as one test.
 *
 * @param {Record<string, unknown>} result
 * @param {Record<string, unknown>} expected
 * @param {string} [lane]
 */
function compare(result, expected, lane) {
  /** @type {import('./report.mjs').Counts & { failures: import('./report.mjs').Failure[] }} */
  const counts = { passed: 0, failed: 0, failures: [] };
  for (const name of new Set([...Object.keys(expected), ...Object.keys(result)])) {
    try {
      deepStrictEqual(result[name], expected[name]);
      counts.passed++;
      printIn(lane, `  passed: ${name}`);
    } catch (error) {
      counts.failed++;
      const message = error instanceof Error ? error.message : String(error);
      counts.failures.push({ name, error: message });
      printIn(lane, `  FAILED: ${name}\n${message}`);
    }
  }
  return counts;
}
