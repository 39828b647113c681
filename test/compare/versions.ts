import type { VersionPlace } from '../../server/compare/difference';
import type { Program } from '../../server/run/conversation/program';
import { programOfFiles } from '../run/conversation';
import { parseFixture } from '../support/fixture';
import { addressOf } from '../support/workspace';

/** A case of a fixture: the files of both versions, and the expected lines. */
export interface ComparedCase {
  readonly before: Program;
  readonly after: Program;
  /** The text at a place. */
  readonly textAt: (place: VersionPlace) => string;
  readonly expected: readonly string[];
}

/** Reads a case: its files are in the folders `before` and `after`, and `expected` has a line for each difference. */
export function parseVersions(body: string): ComparedCase {
  const { files } = parseFixture(body);
  const version = (folder: string) =>
    programOfFiles(
      files
        .filter(({ path }) => path.startsWith(`${folder}/`))
        .map(({ path, text }) => ({ path: path.slice(folder.length + 1), text })),
    );
  const expected = files.find(({ path }) => path === 'expected')?.text ?? '';
  return {
    before: version('before'),
    after: version('after'),
    textAt: ({ version: folder, address, start, end }) => {
      const file = files.find(
        ({ path }) => addressOf(path.replace(`${folder}/`, '')) === address && path.startsWith(folder),
      );
      return file?.text.slice(start, end) ?? '?';
    },
    expected: expected.split('\n').filter((line) => line !== ''),
  };
}
