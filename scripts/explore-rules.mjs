// Explores the examples, real files, all fixtures that are complete automata and random projects, and holds what happens
// against what the rules say: a run must not fail where a rule should have said so, nor show that a finding is wrong.
//
//   npm run explore-rules                                   everything, and 1,000 random projects
//   npm run explore-rules -- --only random --random 20000 --from 1000
//   npm run explore-rules -- --only corpus --max-steps 20000

import { bundled } from './lib/bundled.mjs';
import { root } from './lib/paths.mjs';

const { main } = await bundled('test/run/rules/main.ts', 'explore-rules');
process.exitCode = (await main(root, process.argv.slice(2))) > 0 ? 1 : 0;
