import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LINKED_WORD, linkedRanges } from '../../server/features/linked-editing';
import { parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { addressOf, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/linked-editing.txt');

/** Checks that all names of a label are linked with one another; those of `-` are not linked. */
function check(body: string): void {
  const { files, names } = parseMarks(body);
  const workspace = workspaceOf(files);
  for (const { path, label, start, end } of names) {
    const same = names
      .filter((one) => one.label === label)
      .map((one) => ({ start: one.start, end: one.end }));
    for (const offset of [start, end])
      expect(linkedRanges(workspace, addressOf(path), offset), `${label} at ${offset}`).toEqual(
        label === '-' ? undefined : same,
      );
  }
}

it.each(parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]))(
  '%s',
  (_title, body) => check(body),
);

it('the word pattern matches names only', () => {
  const word = new RegExp(`^${LINKED_WORD}$`);
  expect(['name', 'n4me_', '$x'].every((name) => word.test(name))).toBe(true);
  expect(['', '4x', 'a b', 'a.b'].some((name) => word.test(name))).toBe(false);
});
