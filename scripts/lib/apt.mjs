// Installs programs for the tests from the packages of Debian, on machines that are made for the tests.

import { existsSync, readFileSync } from 'node:fs';
import { run } from './process.mjs';

/** Whether packages are to be installed: if `ATOMIC_STATE_INSTALL` is set, on Debian, as root. `.ci/run` sets it. */
function mayInstall() {
  try {
    return (
      Boolean(process.env.ATOMIC_STATE_INSTALL) &&
      process.getuid?.() === 0 &&
      /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
    );
  } catch {
    return false;
  }
}

/**
 * A program of this machine. If there is none, it is installed where that is wanted; otherwise the suite that needs it is
 * skipped, and the report says what to install.
 *
 * @param {object} program
 * @param {string} program.name for people
 * @param {() => string | undefined} program.find
 * @param {string} program.variable the environment variable that may contain its path
 * @param {readonly string[]} program.packages of Debian
 * @param {readonly string[]} [program.recommended] packages that tests do not need
 * @returns {Promise<{ executable: string } | { missing: string }>} `missing` is the reason if there is none
 */
export async function ensureProgram({ name, find, variable, packages, recommended = [] }) {
  const named = process.env[variable];
  if (named) {
    return existsSync(named) ? { executable: named } : { missing: `${variable} names no file: ${named}` };
  }
  const found = find();
  if (found) {
    return { executable: found };
  }
  if (!mayInstall()) {
    const example = `on Debian: apt-get install ${packages.join(' ')}`;
    return { missing: `${name} is needed; install it (${example}), or name it by the variable ${variable}` };
  }
  console.log(`Installing ${name} (apt-get, once) ...`);
  const problem = await install(packages);
  if (problem !== undefined) {
    return { missing: problem };
  }
  if (recommended.length > 0) {
    await install(recommended);
  }
  const executable = find();
  return executable
    ? { executable }
    : { missing: `apt-get installed ${packages[0]}, but it is not on the PATH` };
}

/**
 * Installs packages of Debian, without those that they only recommend.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} the error, if any
 */
async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update'], { quiet: true, env });
  const { code, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    quiet: true,
    env,
  });
  return code === 0
    ? undefined
    : `apt-get could not install ${packages.join(', ')}:\n${update.output}${output}`.trim();
}
