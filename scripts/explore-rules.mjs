// Explores the examples, real files, all fixtures that are complete automata, and random projects, and compares the runs
// with the findings of the rules: a run must not fail without a finding that predicts it, nor contradict a finding.
//
//   npm run explore-rules                                   everything, and 1,000 random projects
//   npm run explore-rules -- --only random --random 20000 --from 1000
//   npm run explore-rules -- --only real --max-steps 20000

import { bundled } from './lib/bundled.mjs';
import { realFiles, root } from './lib/paths.mjs';

const { main } = await bundled('test/run/rules/main.ts', 'explore-rules');
process.exitCode = (await main(root, realFiles, process.argv.slice(2))) > 0 ? 1 : 0;
