// Several bundles, whose common code is in bundles of its own.

import { basename } from 'node:path';
import { build } from 'esbuild';

/**
 * A part of the code, used by the same bundles.
 *
 * @typedef {object} Chunk
 * @property {string} name that of its file, which is not written
 * @property {string} id its name as a member of its bundle
 * @property {string} outfile its bundle
 * @property {string} text
 * @property {readonly string[]} members its exports
 * @property {string | undefined} entry the entry point that it is
 */

/** @typedef {import('esbuild').BuildOptions & { outfile: string }} Bundle */

/**
 * @typedef {object} Parts
 * @property {readonly (Bundle & { entryPoints: string[] })[]} bundles each with one entry point
 * @property {(entries: readonly string[]) => string} commonFile the bundle of what these entry points have in common
 * @property {(name: string, ...members: string[]) => import('esbuild').BuildOptions} commonBundle
 */

/** The global that a bundle of common code defines in a worker. */
const globalOf = (/** @type {string} */ outfile) => `atomicState_${basename(outfile, '.js')}`;

/**
 * Builds bundles in two steps: esbuild separates what they have in common into chunks; then the own chunks of each bundle
 * are joined, and so are common ones, which would be many files. What a bundle needs of another one it reads once, into
 * variables: later uses cost as little as within one bundle.
 *
 * @param {import('esbuild').BuildOptions} options of the first step
 * @param {Parts} parts
 * @param {(bundle: Bundle) => import('esbuild').BuildOptions} optionsOf a bundle, in the second step
 * @returns {import('esbuild').BuildOptions} of the first step, which starts the second
 */
export function withCommonCode(options, parts, optionsOf) {
  return {
    ...options,
    entryPoints: parts.bundles.flatMap(({ entryPoints }) => entryPoints),
    outdir: 'chunks',
    // Unlike those of bundles, which are loaded while they run.
    entryNames: 'part-[name]',
    splitting: true,
    format: 'esm',
    sourcemap: options.sourcemap && 'inline',
    write: false,
    metafile: true,
    plugins: [
      ...(options.plugins ?? []),
      {
        name: 'common code',
        setup({ onEnd }) {
          onEnd(async ({ metafile, outputFiles = [] }) => {
            if (metafile === undefined) return;
            const chunks = chunksOf(metafile, outputFiles, parts);
            const outfiles = new Set(chunks.map(({ outfile }) => outfile));
            await Promise.all([...outfiles].map((outfile) => joined(outfile, chunks, parts, optionsOf)));
          });
        },
      },
    ],
  };
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {readonly import('esbuild').OutputFile[]} outputFiles
 * @param {Parts} parts
 * @returns {Chunk[]}
 */
function chunksOf({ outputs }, outputFiles, { bundles, commonFile }) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  /** @type {Map<string, string[]>} the entry points that use a chunk */
  const users = new Map();
  for (const { entryPoints } of bundles)
    for (const entry of entryPoints) {
      const visit = (/** @type {string} */ path) => {
        const entries = users.get(path) ?? [];
        if (outputs[path] === undefined || entries.includes(entry)) return;
        users.set(path, [...entries, entry]);
        for (const imported of outputs[path].imports) visit(imported.path);
      };
      for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === entry) visit(path);
    }
  return [...users].map(([path, entries], index) => ({
    name: basename(path),
    id: `part${index}`,
    outfile:
      bundles.find(({ entryPoints }) => entries.length === 1 && entries[0] === entryPoints[0])?.outfile ??
      commonFile(entries),
    text: texts.get(basename(path)) ?? '',
    members: outputs[path]?.exports ?? [],
    entry: outputs[path]?.entryPoint,
  }));
}

/**
 * Writes a bundle.
 *
 * @param {string} outfile
 * @param {readonly Chunk[]} chunks those of all bundles
 * @param {Parts} parts
 * @param {(bundle: Bundle) => import('esbuild').BuildOptions} optionsOf
 */
async function joined(outfile, chunks, { bundles, commonBundle }, optionsOf) {
  const own = chunks.filter((chunk) => chunk.outfile === outfile);
  const bundle = bundles.find((one) => one.outfile === outfile);
  const main = bundle && own.find(({ entry }) => entry === bundle.entryPoints[0]);
  const { entryPoints: _joined, ...options } = optionsOf(
    bundle ?? { ...commonBundle(globalOf(outfile), ...own.map(({ id }) => id)), outfile },
  );
  const contents = main
    ? `export * from './${main.name}';`
    : own.map(({ id, name }) => `export * as ${id} from './${name}';`).join('\n');
  await build({
    ...options,
    // Done in the first step.
    keepNames: false,
    stdin: { contents, sourcefile: basename(outfile), resolveDir: options.absWorkingDir },
    plugins: [fromChunks(outfile, chunks), ...(options.plugins ?? [])],
  });
}

/**
 * @param {string} outfile
 * @param {readonly Chunk[]} chunks
 * @returns {import('esbuild').Plugin}
 */
const fromChunks = (outfile, chunks) => ({
  name: 'from chunks',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir } }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      const chunk = chunks.find(({ name }) => path === `./${name}`);
      if (chunk === undefined || kind === 'require-call') return { path, external: true };
      return { path: chunk.name, namespace: chunk.outfile === outfile ? 'own' : 'common', pluginData: chunk };
    });
    onLoad({ filter: /./, namespace: 'own' }, ({ pluginData: { text } }) => ({
      contents: text,
      resolveDir: absWorkingDir,
    }));
    onLoad({ filter: /./, namespace: 'common' }, ({ pluginData: { outfile: other, id, members } }) => ({
      contents: `export const { ${members.join(', ')} } = (globalThis.${globalOf(other)} ?? require('./${basename(other)}')).${id};`,
    }));
  },
});
