import type { Program } from '../../server/run/conversation/program';
import { programOfFiles } from '../run/conversation';
import { parseFixture } from '../support/fixture';

/** A case of a fixture: the files of both versions, and the expected lines. */
export interface ComparedCase {
  readonly before: Program;
  readonly after: Program;
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
    expected: expected.split('\n').filter((line) => line !== ''),
  };
}
