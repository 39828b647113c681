import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FixtureFile } from './fixture';

/** The files of a folder that an automata can consist of, in the order of their paths. */
export function stateFilesIn(folder: string): FixtureFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:ya?ml|json|js)$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}
