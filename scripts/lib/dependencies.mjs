// The packages of the project itself.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { npm, run } from './process.mjs';

/**
 * Whether `node_modules` contains the packages of `package-lock.json`. npm writes a lock file of the installed packages
 * into the folder; modification times would be wrong after a checkout.
 */
function installed() {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  try {
    const wanted = read('package-lock.json');
    const present = read('node_modules/.package-lock.json');
    // Most optional packages are for other systems, so they may be absent.
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}

/**
 * Installs the packages of `package-lock.json` unless they are installed.
 *
 * @returns {Promise<boolean>} false if npm failed, which has printed the reason
 */
export async function ensureDependencies() {
  if (installed()) {
    return true;
  }
  console.log('Installing packages (npm ci) ...');
  const { code } = await run(npm, ['ci', '--no-audit', '--no-fund'], { cwd: root });
  return code === 0;
}

/**
 * Bundles the extension, the server and the tests.
 *
 * @param {readonly string[]} [flags] of `scripts/build.mjs`
 * @returns {Promise<boolean>} false if the build failed, which has printed the reason
 */
export async function build(flags = []) {
  const { code } = await run(process.execPath, [join(root, 'scripts', 'build.mjs'), ...flags], { cwd: root });
  return code === 0;
}
