// One known version of QuickJS: its code is patched when it is loaded.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PACKAGE = '@jitl/quickjs-singlefile-cjs-release-sync';
const KNOWN = {
  version: '0.32.0',
  hash: '027f256c48f7f4c74e0d1b2fe4e104827222f83219ecda3d7687c5009d9dc890',
};

/**
 * Refuses to bundle any other version of QuickJS: the limits of `server/run/sandbox/engine-limits.ts` and the local time of
 * `server/run/sandbox/utc.ts` are found by the bytes and the text of this one.
 *
 * @type {import('esbuild').Plugin}
 */
export const knownEngine = {
  name: 'known engine',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@jitl[\\/]quickjs-[^\\/]+[\\/].*\.c?js$/ }, ({ path }) => {
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      if (hash === KNOWN.hash) return undefined;
      const { name, version } = JSON.parse(readFileSync(join(dirname(path), '../package.json'), 'utf8'));
      const text = `This version of QuickJS is unknown. Expected ${PACKAGE} ${KNOWN.version} (SHA-256 ${KNOWN.hash}), found ${name} ${version} (SHA-256 ${hash}).`;
      const notes = [
        { text: 'Adapt server/run/sandbox/engine-limits.ts and utc.ts, then scripts/lib/known-engine.mjs.' },
      ];
      return { errors: [{ text, notes }] };
    });
  },
};
