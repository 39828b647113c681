// `npm run package`: atomic-state-<version>.vsix in the checkout, to install in any VS Code with
// "Extensions: Install from VSIX..." or `code --install-extension`.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { root } from './lib/paths.mjs';
import { problemsOfTranslations } from './lib/translations.mjs';
import { createVsix, version } from './lib/vsix.mjs';

const file = join(root, `atomic-state-${version}.vsix`);
if (await ensureDependencies()) {
  const problems = await problemsOfTranslations();
  if (problems.length === 0) {
    await createVsix(file);
    console.log(`${file} (${Math.ceil(statSync(file).size / 1024)} KB)`);
  } else {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
} else {
  process.exitCode = 1;
}
