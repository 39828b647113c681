// Edits random projects, and holds what is said after the edits against what a fresh start says.
//
//   npm run edits                                    100,000 edits
//   npm run edits -- --edits 1000000 --seed 7        more of them, others
//   npm run edits -- --edits 1000000 --seed 7 --from 5000    goes on with the run of this number
//   npm run edits -- --failures 1                    ends at the first run that fails (default: at the tenth)

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundled } from './lib/bundled.mjs';
import { root } from './lib/paths.mjs';

/** What is worked out from a text alone, and what each makes of it; in tests, nothing is shared. */
const SHARED = new Map([
  ['server/yaml/parse.ts', 'parseYaml'],
  ['server/yaml/json.ts', 'parseJson'],
  ['server/expression/parse.ts', 'parseExpression'],
]);

/**
 * Has the same text parsed once, where it is met again: by the fresh start, after an undo. That takes a third of the time.
 *
 * @type {import('esbuild').Plugin}
 */
const parsedOnce = {
  name: 'parsed-once',
  setup(build) {
    for (const [path, name] of SHARED) {
      const filter = new RegExp(`[\\\\/]${path.replaceAll('/', '[\\\\/]').replace('.', '\\.')}$`);
      build.onLoad({ filter }, async (args) => {
        const own = `export function ${name}(`;
        const text = await readFile(args.path, 'utf8');
        if (!text.includes(own)) throw new Error(`${path} has no function ${name} any more.`);
        const remembered = JSON.stringify(join(root, 'test/robustness/edits/memoize.ts'));
        return {
          contents: `import { memoizeByText } from ${remembered};
            ${text.replace(own, 'function parsedAnew(')}
            export const ${name} = memoizeByText(parsedAnew);`,
          loader: 'ts',
        };
      });
    }
  },
};

const { main } = await bundled('test/robustness/edits/main.ts', 'edits', [parsedOnce]);
process.exitCode = main(process.argv.slice(2)) > 0 ? 1 : 0;
