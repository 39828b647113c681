import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { out, root } from './paths.mjs';

/**
 * `import.meta.dirname` is the folder of the source, as in the tests.
 *
 * @type {import('esbuild').Plugin}
 */
const folders = {
  name: 'folders',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return {
        contents: text.replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
        loader: 'ts',
      };
    });
  },
};

/**
 * Bundles a TypeScript module.
 *
 * @param {string} entry its path below the root of the project
 * @param {string} name of the bundle
 * @param {import('esbuild').Plugin[]} plugins
 * @returns {Promise<string>} the path of the bundle
 */
export async function bundle(entry, name, plugins = []) {
  const outfile = join(out, `${name}.cjs`);
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    loader: { '.yaml': 'text', '.yml': 'text' },
    logLevel: 'warning',
    plugins: [...plugins, folders],
  });
  return outfile;
}

/**
 * Bundles and loads a TypeScript module.
 *
 * @param {Parameters<typeof bundle>} of
 */
export async function bundled(...of) {
  return createRequire(import.meta.url)(await bundle(...of));
}
