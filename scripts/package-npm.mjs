// `npm run package:npm`: atomic-state-<version>.tgz in the checkout, the package of the command line for npm. It is
// installed with `npm install --global` and published with `npm publish`, each with the name of the file. `--refuse` makes
// nothing and fails, because the checkout itself has the README of the extension.

import { statSync } from 'node:fs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { createNpmPackage } from './lib/npm-package.mjs';
import { root } from './lib/paths.mjs';

if (process.argv.includes('--refuse')) {
  console.error('Run `npm run package:npm`, and publish its archive.');
  process.exitCode = 1;
} else if (await ensureDependencies()) {
  const file = await createNpmPackage(root);
  console.log(`${file} (${Math.ceil(statSync(file).size / 1024)} KB)`);
} else {
  process.exitCode = 1;
}
