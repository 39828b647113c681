// Measures what things cost on automata of several sizes, and writes `bench/RESULTS.md`.
//
//   npm run bench -- --peer                  everything, beside a general server for YAML, which npm fetches into
//                                            `.cache/peer`; some hours on a machine that does nothing else
//   npm run bench                            the same without the peer
//   npm run bench -- --dry                   writes no file
//
// What selects a part writes no file either:
//
//   npm run bench -- --workload memory       a workload of `bench/workloads/workload.ts`; may be repeated
//   npm run bench -- --size 10000            a number of lines; may be repeated
//   npm run bench -- --quick                 fewer rounds, and no more than 10,000 lines
//   npm run bench -- --level                 only memory over 20,000 edits
//   npm run bench -- --hub                   only the questions about a state that is used everywhere
//   npm run bench -- --run                   only running automatas: turns, scenarios, exploration, start

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from './lib/bundled.mjs';
import { build as buildServer } from './lib/dependencies.mjs';
import { cache, root } from './lib/paths.mjs';
import { npm, run } from './lib/process.mjs';

const PEER = 'yaml-language-server@1.25';

// What users install: code that is not minified takes 13 MB more.
if (!(await buildServer(['--production']))) process.exit(1);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { main } = await bundled('bench/main.ts', 'bench');
const args = process.argv.slice(2);
await main(root, version, args, args.includes('--peer') ? await ensurePeer() : undefined);

/** Installs the peer beside the project, which does not need it, and gives the folder of its packages. */
async function ensurePeer() {
  const folder = join(cache, 'peer');
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, 'yaml-language-server'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const { code } = await run(npm, ['install', '--no-audit', '--no-fund', PEER], { cwd: folder });
    if (code !== 0) throw new Error(`npm could not install ${PEER}.`);
  }
  return modules;
}
