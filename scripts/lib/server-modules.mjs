// The server as modules that Node loads, for the tests.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { out, root } from './paths.mjs';

const sources = join(root, 'server');
const modules = join(out, 'test', 'server');

/** The paths of the modules. */
export const serverModulePath = /[\\/]out[\\/]test[\\/]server[\\/]/;

/**
 * The file that a relative import names, if it is code of the server.
 *
 * @param {string} folder of the importing file
 * @param {string} path
 */
function sourceFile(folder, path) {
  const file = resolve(folder, path.replace(/\.js$/, ''));
  if (!path.startsWith('.') || !file.startsWith(sources + sep)) {
    return undefined;
  }
  return [`${file}.ts`, join(file, 'index.ts')].find((one) => existsSync(one));
}

/**
 * Keeps the modules apart: each test loads only what it tests.
 *
 * @type {import('esbuild').Plugin}
 */
const separate = {
  name: 'separate modules',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, importer, resolveDir }) => {
      const file = sourceFile(resolveDir, path);
      if (file === undefined) {
        return undefined;
      }
      const other = relative(dirname(importer), file).replaceAll(sep, '/').replace(/\.ts$/, '.mjs');
      return { path: other.startsWith('.') ? other : `./${other}`, external: true };
    });
  },
};

/** Compiles the server file by file. Unchanged files are not written, so that another run can load them meanwhile. */
async function compile() {
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const { outputFiles } = await build({
    entryPoints: paths.filter((path) => path.endsWith('.ts')).map((path) => join(sources, path)),
    outbase: sources,
    outdir: modules,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    loader: { '.yaml': 'text', '.yml': 'text' },
    plugins: [separate],
  });
  for (const { path, text } of outputFiles) {
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
}

/**
 * Lets tests that replace no module load the server as modules of Node. With those of vitest, each project transforms them
 * again, and each use of an import calls a getter, which takes a tenth of the time. To know which tests a change concerns,
 * vitest has to follow imports, so `watch`, `related` and `--changed` use its own.
 *
 * @returns {import('vitest/config').Plugin}
 */
export function serverModules() {
  let isCompiled = false;
  return {
    name: 'server modules',
    enforce: 'pre',
    async configureVitest({ vitest }) {
      const { watch, related, changed } = vitest.config;
      if (watch || related || changed) {
        return;
      }
      await compile();
      isCompiled = true;
    },
    resolveId(path, importer) {
      const file = isCompiled && importer ? sourceFile(dirname(importer), path) : undefined;
      return file && join(modules, `${relative(sources, file).slice(0, -'.ts'.length)}.mjs`);
    },
  };
}
