// The extension as users install it: one `.vsix` file.

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './process.mjs';

/** The version in package.json. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Packs the extension; needs no network. The bundles are made anew for it, minified.
 *
 * @param {string} file where the package goes
 * @throws {Error} with what the packer said
 */
export async function createVsix(file) {
  mkdirSync(dirname(file), { recursive: true });
  const { code, output } = await run(
    process.execPath,
    [
      join(root, 'node_modules', '@vscode', 'vsce', 'vsce'),
      'package',
      // Everything that runs is in the bundles.
      '--no-dependencies',
      // Links of the README stay as they are: a package for testing has no address to lead to.
      ...['--allow-missing-repository', '--no-rewrite-relative-links'],
      ...['--out', file],
    ],
    { cwd: root, quiet: true },
  );
  if (code !== 0) {
    throw new Error(`The extension could not be packed:\n${output.trim()}`);
  }
  return file;
}
