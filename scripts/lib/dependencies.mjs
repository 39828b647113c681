// The packages of the project itself.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { npm, run } from './process.mjs';

/**
 * Whether `node_modules` holds what `package-lock.json` asks for. npm leaves a lock file of what it
 * installed inside the folder; times of files would say "old" after every fresh checkout.
 */
function installed() {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  try {
    const wanted = read('package-lock.json');
    const present = read('node_modules/.package-lock.json');
    // Optional packages are those of other systems, mostly: their absence says nothing.
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}

/**
 * Installs the packages of `package-lock.json` unless they are there.
 *
 * @returns {Promise<boolean>} false if npm could not; it has said why
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
 * @returns {Promise<boolean>} false if the build failed; it has said why
 */
export async function build(flags = []) {
  const { code } = await run(process.execPath, [join(root, 'scripts', 'build.mjs'), ...flags], { cwd: root });
  return code === 0;
}
