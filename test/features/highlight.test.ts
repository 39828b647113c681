import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { highlights } from '../../server/features/highlight';
import { parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { addressOf, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/highlight.txt');

/** Checks that every name of a label in a file highlights all of that label, `«a|x»` as writes and `‹a|x›` as reads. */
function check(body: string): void {
  const { files, names, targets } = parseMarks(body);
  const workspace = workspaceOf(files);
  const all = [
    ...names.map((name) => ({ ...name, access: 'read' })),
    ...targets.map((name) => ({ ...name, access: 'write' })),
  ].sort((a, b) => a.start - b.start);
  for (const { path, label, start, end } of all) {
    const same = all.filter((one) => one.path === path && one.label === label && label !== '-');
    for (const offset of [start, end]) {
      const found = highlights(workspace, addressOf(path), offset);
      expect(
        found.map(({ range, access }) => `${access} ${range.start}-${range.end}`),
        `${label} at ${offset}`,
      ).toEqual(same.map((one) => `${one.access} ${one.start}-${one.end}`));
    }
  }
}

it.each(parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]))(
  '%s',
  (_title, body) => check(body),
);
