// Packs the extension as a `.vsix` file.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from './dependencies.mjs';
import { localisedManifest } from './localised-manifest.mjs';
import { packagedPage } from './packaged-page.mjs';
import { root } from './paths.mjs';
import { run, temporaryFolder } from './process.mjs';

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = readJson('package.json');

/** The version in package.json. */
export const { version } = manifest;

/** The name of the folder of the installed extension. */
export const extensionFolder = `${manifest.publisher}.${manifest.name}-${version}`;

/**
 * The files of the package: those that `.vscodeignore` includes. A line there names a file, or the files of a folder with
 * an extension (`folder/*.json`).
 */
export function packagedFiles() {
  return readFileSync(join(root, '.vscodeignore'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.startsWith('!'))
    .flatMap((line) => {
      const [before = '', after] = line.slice(1).split('*');
      if (after === undefined) {
        return [before];
      }
      const folder = before.replace(/\/$/, '');
      return readdirSync(join(root, folder))
        .filter((name) => name.endsWith(after))
        .map((name) => `${folder}/${name}`);
    });
}

/**
 * Packs the extension, without network. Minified bundles are built in another folder, because tests may be running the
 * bundles of the checkout.
 *
 * It is packed from a folder with only the files of the package: the packer reads all files below its folder, and the
 * cache of this project has tens of thousands.
 *
 * @param {string} file the path of the package
 * @throws {Error} with the output of the packer
 */
export async function createVsix(file) {
  const built = temporaryFolder('bundles');
  if (!(await build(['--production', '--folder', built]))) {
    throw new Error('The extension could not be packed: the build failed.');
  }
  const stage = temporaryFolder('package');
  const files = packagedFiles();
  for (const name of files) {
    cpSync(join(name.startsWith('dist/') ? built : root, name), join(stage, name));
  }
  // An editor finds no file of the package by a link in these pages.
  for (const name of files.filter((file) => file.endsWith('.md'))) {
    writeFileSync(
      join(stage, name),
      packagedPage(readFileSync(join(root, name), 'utf8'), name, () => false),
    );
  }
  rmSync(built, { recursive: true, force: true });
  const { scripts: _scripts, devDependencies: _dev, dependencies: _bundled, ...published } = manifest;
  const texts = localisedManifest(published, { 'zh-cn': readJson('l10n/manifest.zh-cn.json') });
  for (const [name, content] of Object.entries({ 'package.json': texts.published, ...texts.files })) {
    writeFileSync(join(stage, name), JSON.stringify(content, undefined, 2));
  }
  mkdirSync(dirname(file), { recursive: true });
  const { code, output } = await run(
    process.execPath,
    [
      join(root, 'node_modules', '@vscode', 'vsce', 'vsce'),
      'package',
      '--no-dependencies',
      // There may be no repository yet; links to it are in the pages already.
      ...['--allow-missing-repository', '--no-rewrite-relative-links'],
      ...['--out', file],
    ],
    { cwd: stage, quiet: true },
  );
  rmSync(stage, { recursive: true, force: true });
  if (code !== 0) {
    throw new Error(`The extension could not be packed:\n${output.trim()}`);
  }
  return file;
}
