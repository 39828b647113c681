// Where things lie in a checkout. Everything that scripts make goes to `dist/`, `out/` or `.cache/`,
// which git ignores.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout, without a separator at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** What is fetched once and kept between runs: VS Code servers, desktop VS Code, Node binaries. */
export const cache = join(root, '.cache');

/** What one run leaves behind: bundled tests, their results, screenshots. */
export const out = join(root, 'out');

/** The projects that `npm start` shows. */
export const examples = join(root, 'examples');

/** Screenshots of the scripted user, looked at by people. */
export const screenshots = join(out, 'screenshots');
