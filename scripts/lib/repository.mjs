// The address of the published repository. `repository` in package.json is its only place.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** The host of names without an address, as for npm. */
const HOST = 'github.com';

/**
 * The address for browsers, from a value of `repository` as npm allows it: `owner/name`, `github:owner/name`, or an
 * address for git.
 *
 * @param {string | { readonly type?: string, readonly url?: string } | undefined} repository
 * @returns {string | undefined} `undefined` if there is none
 */
export function webAddress(repository) {
  const written = (typeof repository === 'string' ? repository : repository?.url)?.trim();
  if (!written) {
    return undefined;
  }
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(written);
  const address = short ? `https://${HOST}/${short[1]}` : written.replace(/^git\+/, '');
  const path = address.replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/').replace(/^git:/, 'https:');
  return path.replace(/\/$/, '').replace(/\.git$/, '');
}

/** The address of this project; `undefined` before it is published. */
export const repository = webAddress(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository);
