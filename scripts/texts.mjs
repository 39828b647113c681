// Checks all small texts, and all edits that people make in the examples and, where they exist, in real files.
//
//   npm run texts                                    everything, many hours
//   npm run texts -- --list 'longer texts' --from 3 --step 10     every tenth of one list
//
// The lists are `short texts`, `longer texts`, `random texts`, `edits of examples` and `edits of real files`.

import { bundle, bundled } from './lib/bundled.mjs';
import { realFiles, root } from './lib/paths.mjs';

const worker = await bundle('test/robustness/texts/worker.ts', 'text-worker');
const { main } = await bundled('test/robustness/texts/main.ts', 'texts');
process.exitCode = (await main(worker, root, realFiles, process.argv.slice(2))) > 0 ? 1 : 0;
