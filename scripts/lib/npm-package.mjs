// Makes the package of the command line for npm. The checkout has the README and the manifest of the extension, so the
// package is made in a folder with its own.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from './dependencies.mjs';
import { packagedPage } from './packaged-page.mjs';
import { out, root } from './paths.mjs';
import { npm, run, temporaryFolder } from './process.mjs';
import { repository } from './repository.mjs';

/** The README of the package in the repository. */
const PAGE = 'docs/command-line.md';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The bundles of the command line, as `.npmignore` lists them. */
export function commandFiles() {
  return readFileSync(join(root, '.npmignore'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => /^!\/dist\/./.test(line))
    .map((line) => line.slice(2));
}

/** The manifest of the package: what is in the bundles needs no installation. */
export function npmManifest() {
  const { name, version, license, bin, engines } = manifest;
  return {
    name,
    version,
    description:
      'Checks, formats, runs, tests and explores the state files (Pro Config) of conversational agents, with a language server, a debug adapter and a server for assistants.',
    keywords: [
      'pro-config',
      'myshell',
      'agent',
      'chatbot',
      'state-machine',
      'linter',
      'language-server',
      'lsp',
      'mcp',
    ],
    license,
    ...(repository === undefined ? {} : { repository: manifest.repository }),
    bin,
    files: ['dist'],
    engines: { node: engines.node },
    publishConfig: { access: 'public' },
  };
}

/**
 * Makes the package, without network.
 *
 * @param {string} folder where the archive is written
 * @returns {Promise<string>} the path of the archive
 * @throws {Error} with the output of npm
 */
export async function createNpmPackage(folder = out) {
  const stage = temporaryFolder('npm');
  if (!(await build(['--production', '--folder', stage]))) {
    throw new Error('The package could not be made: the build failed.');
  }
  const packed = join(stage, 'package');
  for (const file of commandFiles()) {
    mkdirSync(dirname(join(packed, file)), { recursive: true });
    cpSync(join(stage, file), join(packed, file));
  }
  cpSync(join(root, 'LICENSE'), join(packed, 'LICENSE'));
  const page = readFileSync(join(root, PAGE), 'utf8');
  writeFileSync(
    join(packed, 'README.md'),
    packagedPage(page, PAGE, () => false),
  );
  const content = npmManifest();
  writeFileSync(join(packed, 'package.json'), `${JSON.stringify(content, undefined, 2)}\n`);
  mkdirSync(folder, { recursive: true });
  const { code, output } = await run(npm, ['pack', '--pack-destination', folder], {
    cwd: packed,
    quiet: true,
  });
  rmSync(stage, { recursive: true, force: true });
  if (code !== 0) {
    throw new Error(`The package could not be made:\n${output.trim()}`);
  }
  return join(folder, `${content.name}-${content.version}.tgz`);
}
