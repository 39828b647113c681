import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { out, root } from './paths.mjs';

/**
 * What a module in TypeScript exports, for a script that needs it.
 *
 * @param {string} entry its path below the root of the project
 * @param {string} name of the bundle that is made of it
 * @param {import('esbuild').Plugin[]} plugins
 */
export async function bundled(entry, name, plugins = []) {
  const outfile = join(out, `${name}.cjs`);
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    plugins,
  });
  return createRequire(import.meta.url)(outfile);
}
