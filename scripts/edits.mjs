// Edits random projects, and compares the findings after the edits with those of a fresh start.
//
//   npm run edits                                    100,000 edits
//   npm run edits -- --edits 1000000 --seed 7        more edits, with another seed
//   npm run edits -- --edits 1000000 --seed 7 --from 5000    continues with the run of this number
//   npm run edits -- --failures 1                    ends at the first run that fails (default: at the tenth)

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundled } from './lib/bundled.mjs';
import { root } from './lib/paths.mjs';

/** Functions whose results depend only on a text, by file. In tests, their results are not shared. */
const SHARED = new Map([
  ['server/yaml/read/parse.ts', 'parseYaml'],
  ['server/yaml/json/json.ts', 'parseJson'],
  ['server/expression/parse.ts', 'parseExpression'],
]);

/**
 * Parses equal texts only once, such as those of the fresh start and after an undo. This reduces the time to a third.
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
