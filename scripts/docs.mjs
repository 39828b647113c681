// Writes the pages under docs/ that are made from the sources; a test fails while one is stale.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { out, root } from './lib/paths.mjs';

const bundle = join(out, 'docs.cjs');
await build({
  entryPoints: [join(root, 'server/rules/page.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
const { rulesPage } = createRequire(import.meta.url)(bundle);
writeFileSync(join(root, 'docs/rules.md'), rulesPage());
console.log('docs/rules.md is written.');
