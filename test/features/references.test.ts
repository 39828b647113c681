import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { highlights } from '../../server/features/highlight';
import { references } from '../../server/features/references';
import { parseCases } from '../support/fixture';
import { type MarkedName, parseMarks } from '../support/marks';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/references');

/**
 * Checks that the references of each name of a label are all names of the label in all files, with `«a|x»` for definitions
 * and `‹a|x›` for uses. A label `a+b` is a reference of `a` and of `b`; its own references are those of `b`.
 */
function check(body: string): void {
  const { files, names, targets } = parseMarks(body);
  const workspace = workspaceOf(files);
  const marks = [
    ...names.map((name) => ({ ...name, isDefinition: false })),
    ...targets.map((name) => ({ ...name, isDefinition: true })),
  ].sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
  const labels = ({ label }: MarkedName) => label.split('+');
  expect(marks.length).toBeGreaterThan(0);
  for (let round = 0; round < 2; round++) {
    for (const { path, start } of marks) references(workspace, addressOf(path), start);
    provideFiles(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  }
  for (const mark of marks) {
    const { path, label, start, end } = mark;
    const own = labels(mark).at(-1) ?? '';
    const expected = label === '-' ? [] : marks.filter((one) => labels(one).includes(own));
    for (const offset of [start, end]) {
      const found = references(workspace, addressOf(path), offset);
      expect(
        found.map(({ address, range, isDefinition }) => [address, range.start, range.end, isDefinition]),
        `${label} at ${path} ${offset}`,
      ).toEqual(expected.map((one) => [addressOf(one.path), one.start, one.end, one.isDefinition]));
      const here = expected.filter((one) => one.path === path && labels(one).at(-1) === own);
      const lit = highlights(workspace, addressOf(path), offset);
      expect(lit.map(({ range }) => [range.start, range.end])).toEqual(
        here.map((one) => [one.start, one.end]),
      );
    }
  }
}

for (const file of readdirSync(FOLDER)) {
  describe(file.replace(/\.txt$/, ''), () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    it.each(cases.map(({ title, body }) => [title, body]))('%s', (_title, body) => check(body));
  });
}
