// Measures what things cost on automata of several sizes, and writes `bench/RESULTS.md`.
//
//   npm run bench                everything, some minutes on a machine that does nothing else
//   npm run bench -- --quick     fewer runs of each
//   npm run bench -- --dry       writes no file

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from './lib/bundled.mjs';
import { build as buildServer } from './lib/dependencies.mjs';
import { root } from './lib/paths.mjs';

if (!(await buildServer())) process.exit(1);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { main } = await bundled('bench/main.ts', 'bench');
await main(root, version, process.argv.slice(2));
