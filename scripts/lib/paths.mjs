// The folders of a checkout. All output of scripts is in `dist/`, `out/` or `.cache/`, which git ignores.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout, without a separator at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Downloads that are kept between runs: VS Code servers, desktop VS Code, Node binaries. */
export const cache = process.env.ATOMIC_STATE_CACHE ?? join(root, '.cache');

/** The output of a run: bundled tests, their results, screenshots. */
export const out = join(root, 'out');

/** State files of authors, which are not part of the repository, if they exist. */
export const realFiles = process.env.ATOMIC_STATE_REAL_FILES ?? join(root, '..', 'shared', 'corpus');

/** The projects that `npm start` opens. */
export const examples = join(root, 'examples');

/** Screenshots of the scripted user, for review. */
export const screenshots = join(out, 'screenshots');
