// The licences of the packages in the bundles, which must be shipped with them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Own files that are generated from the content of a package. */
const MADE_FROM = new Map([['server/types/library-data.ts', 'node_modules/typescript']]);

/**
 * The text of `dist/licenses.txt`.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles of the bundles
 * @throws {Error} if a package has no licence file: it must not be shipped without one
 */
export function licenses(metafiles) {
  const folders = new Set(
    metafiles
      .flatMap(({ outputs }) => Object.values(outputs))
      .flatMap(({ inputs }) => Object.keys(inputs))
      .flatMap(
        (file) => MADE_FROM.get(file) ?? /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
      ),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e(?:[.-]|$)/i.test(entry));
      if (file === undefined) {
        throw new Error(`${name} has no licence file.`);
      }
      const text = readFileSync(join(root, folder, file), 'utf8').trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
