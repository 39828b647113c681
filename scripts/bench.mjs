// Measures costs on automata of several sizes, and writes `bench/RESULTS.md`.
//
//   npm run bench -- --peer                  everything, compared with a general server for YAML, which npm fetches
//                                            into `.cache/peer`; some hours on an idle machine
//   npm run bench                            the same without the peer
//   npm run bench -- --dry                   writes no file
//
//   npm run bench -- --peer --quick          fewer rounds, and the peer with no more than 10,000 lines
//
// Options that select a part write no file either:
//
//   npm run bench -- --workload memory       a workload of `bench/workloads/workload.ts`; may be repeated
//   npm run bench -- --size 10000            a number of lines; may be repeated
//   npm run bench -- --level                 only memory over 20,000 edits
//   npm run bench -- --hub                   only requests about a state with many uses
//   npm run bench -- --start --peer          only the start of the server
//   npm run bench -- --run                   only running automatas: turns, scenarios, exploration, start

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from './lib/bundled.mjs';
import { build as buildServer } from './lib/dependencies.mjs';
import { cache, root } from './lib/paths.mjs';
import { npm, run } from './lib/process.mjs';

const PEER = 'yaml-language-server@1.25';

// As users install it: code that is not minified takes 13 MB more memory.
if (!(await buildServer(['--production']))) process.exit(1);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { main } = await bundled('bench/main.ts', 'bench');
const args = process.argv.slice(2);
await main(root, version, args, args.includes('--peer') ? await ensurePeer() : undefined);

/** Installs the peer outside the packages of the project, and returns its `node_modules`. */
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
