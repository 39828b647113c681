import { statSync } from 'node:fs';

/** Detects which files have changed since they were read. */
export class SourceVersions {
  private readonly versions: Map<string, string>;

  /** @param paths full paths */
  constructor(paths: readonly string[]) {
    this.versions = new Map(paths.map((path) => [path, versionOf(path)]));
  }

  /** A file that has changed; reports each change once. Undefined if there is none. */
  nextChanged(): string | undefined {
    for (const [path, known] of this.versions) {
      const version = versionOf(path);
      if (version === known) continue;
      this.versions.set(path, version);
      return path;
    }
    return undefined;
  }
}

function versionOf(path: string): string {
  const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size}`;
}
