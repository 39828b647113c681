// Pages of the repository as parts of a package, which contains few of the files that they link to.

import { posix } from 'node:path';
import { repository } from './repository.mjs';

/**
 * A page as it is in a package: links to files outside of it lead to the published repository. Before it is published,
 * only their texts remain, and pictures are left out.
 *
 * @param {string} text
 * @param {string} path the path of the page in the repository
 * @param {(path: string) => boolean} isPackaged whether the package contains a file of the repository at the same place
 * @param {string | undefined} [address] of the published repository
 */
export function packagedPage(text, path, isPackaged, address = repository) {
  return text.replace(
    /(!?)\[((?:!\[[^\]]*\]\([^)]*\)|[^\][])*)\]\(([^)\s]+)\)/g,
    (whole, /** @type {string} */ picture, /** @type {string} */ shown, /** @type {string} */ to) => {
      if (/^(?:[a-z]+:|#)/.test(to)) {
        return whole;
      }
      const [file = '', anchor] = to.split('#');
      const target = posix.normalize(posix.join(posix.dirname(path), file));
      if (isPackaged(target)) {
        return whole;
      }
      if (address === undefined) {
        return picture ? '' : shown;
      }
      const full = `${address}/${picture ? 'raw' : 'blob'}/HEAD/${target}${anchor ? `#${anchor}` : ''}`;
      return `${picture}[${shown}](${full})`;
    },
  );
}
