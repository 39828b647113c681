import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { out, root } from './paths.mjs';

/**
 * Bundles and loads a TypeScript module.
 *
 * @param {string} entry its path below the root of the project
 * @param {string} name of the bundle
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
