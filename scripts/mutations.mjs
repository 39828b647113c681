// Inserts each possible wrong bracket, quote, colon, dash and indentation step into the examples, and counts the findings.
//
//   npm run mutations                                 all mutations, some minutes
//   npm run mutations -- --sample 200 --seed 7        200 of each file
//   npm run mutations -- --file trivia --kind bracket --effect all --worst 5 --examples 3

import { bundled } from './lib/bundled.mjs';
import { realFiles, root } from './lib/paths.mjs';

const { main } = await bundled('test/robustness/mutations/main.ts', 'mutations');
main(root, realFiles, process.argv.slice(2));
