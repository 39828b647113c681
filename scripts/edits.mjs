// Edits random projects, and holds what is said after the edits against what a fresh start says.
//
//   npm run edits                                    100,000 edits
//   npm run edits -- --edits 1000000 --seed 7        more of them, others
//   npm run edits -- --edits 1000000 --seed 7 --from 5000    goes on with the run of this number
//   npm run edits -- --failures 1                    ends at the first run that fails (default: at the tenth)

import { bundled } from './lib/bundled.mjs';

const { main } = await bundled('test/robustness/edits/main.ts', 'edits');
process.exitCode = main(process.argv.slice(2)) > 0 ? 1 : 0;
