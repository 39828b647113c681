// Installs programs for the tests from the packages of Debian.

import { readFileSync } from 'node:fs';
import { run } from './process.mjs';

/** Whether packages can be installed without interaction: on Debian, as root. */
export function isDebianRoot() {
  try {
    return process.getuid?.() === 0 && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Installs packages of Debian, without those that they only recommend.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} the error, if any
 */
export async function install(packages) {
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
