// The licences of the packages in the bundles, which must be shipped with them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Own files that are generated from the content of a package. */
const MADE_FROM = new Map([['server/types/library-data.ts', 'node_modules/typescript']]);

/** The licence of packages that are published without its text. @param {string} holder of the copyright */
const mitLicense = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The folder of the package that a path is in, up to its last `node_modules`; undefined for own files. */
function packageOf(/** @type {string} */ path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/**
 * The packages that a file of a package contains: some are published as bundles, whose source maps name their parts.
 *
 * @param {string} file from the root of the checkout
 */
function partsOf(file) {
  const map = join(root, `${file}.map`);
  if (packageOf(file) === undefined || !existsSync(map)) {
    return [];
  }
  /** @type {{ sources?: string[] }} */
  const { sources = [] } = JSON.parse(readFileSync(map, 'utf8'));
  return sources.flatMap((source) => {
    const name = /.*(?:^|\/)(node_modules\/.*)$/.exec(source)?.[1];
    return (name && packageOf(name)) ?? [];
  });
}

/**
 * The folders of all packages in the bundles, from the root of the checkout.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles of the bundles
 */
export function bundledPackages(metafiles) {
  const files = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.keys(inputs));
  const folders = files.flatMap((file) =>
    [MADE_FROM.get(file) ?? packageOf(file) ?? [], partsOf(file)].flat(),
  );
  return [...new Set(folders)].sort();
}

/**
 * The text of `dist/licenses.txt`.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles of the bundles
 * @throws {Error} if the licence of a package is unknown: it must not be shipped without one
 */
export function licenses(metafiles) {
  return bundledPackages(metafiles)
    .map((folder) => {
      const { name, version, license, author } = JSON.parse(
        readFileSync(join(root, folder, 'package.json'), 'utf8'),
      );
      const entries = readdirSync(join(root, folder));
      const file = entries.find((entry) => /^licen[cs]e(?:[.-]|$)/i.test(entry));
      const isMit = license === 'MIT' && typeof author === 'string';
      if (file === undefined && !isMit) {
        throw new Error(`${name} has no licence file.`);
      }
      // A package that is published as a bundle lists the licences of its parts.
      const notices = entries.filter((entry) => /^third-?party-?notices/i.test(entry));
      const textOf = (/** @type {string} */ one) => readFileSync(join(root, folder, one), 'utf8').trim();
      const texts = [file === undefined ? mitLicense(author) : textOf(file), ...notices.map(textOf)];
      return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
