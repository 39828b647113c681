import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

/**
 * The only folders in which a command reads and writes. Only a server for assistants has them: a command of a person may
 * read what that person may.
 */
export class Roots {
  /** Full paths without links. */
  private readonly folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.folders = folders.flatMap((folder) => realPath(folder) ?? []);
  }

  /** The root that contains a full path, as given or where its links lead; undefined if it must not be read. */
  rootOf(path: string): string | undefined {
    const real = realPath(path);
    return real === undefined ? undefined : this.folders.find((root) => isWithin(root, real));
  }
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A path with all links followed; of one that does not exist, the part that does. Undefined if that is not known. */
function realPath(path: string): string | undefined {
  const full = resolve(path);
  try {
    return realpathSync(full);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const around = dirname(full);
    const real = isMissing && around !== full ? realPath(around) : undefined;
    return real === undefined ? undefined : resolve(real, full.slice(around.length).replace(/^[\\/]+/, ''));
  }
}
