// Measures what things cost on automata of several sizes, and writes `bench/RESULTS.md`.
//
//   npm run bench                everything, some minutes on a machine that does nothing else
//   npm run bench -- --quick     fewer runs of each
//   npm run bench -- --dry       writes no file

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { build as buildServer } from './lib/dependencies.mjs';
import { out, root } from './lib/paths.mjs';

if (!(await buildServer())) process.exit(1);
const bundle = join(out, 'bench.cjs');
await build({
  entryPoints: [join(root, 'bench/main.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
await createRequire(import.meta.url)(bundle).main(root, version, process.argv.slice(2));
