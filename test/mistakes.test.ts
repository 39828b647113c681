import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEnglish } from './support/english';
import { parseCases, parseFixture } from './support/fixture';
import { findingsOf, markFindings, plainMarks, workspaceOf } from './support/workspace';

/**
 * Typical mistakes of authors, one file each, with all expected findings: there must be no others. After the marks of a
 * case, lines `fix TITLE` name the expected fixes, in order.
 */
const FOLDER = join(import.meta.dirname, 'fixtures/mistakes');
const FIX = /^fix (.*)\n?/gm;

for (const file of readdirSync(FOLDER)) {
  describe(file.replace(/\.txt$/, ''), () => {
    for (const { title, body } of parseCases(readFileSync(join(FOLDER, file), 'utf8'))) {
      it(title, () => {
        const marked = body.replace(FIX, '');
        const fixture = parseFixture(marked);
        const found = findingsOf(workspaceOf(fixture.files), fixture.files);
        expect(markFindings(fixture, found)).toBe(plainMarks(marked));
        for (const { path, start, code, message } of fixture.expected) {
          const here = found.filter((one) => one.path === path && one.start === start);
          const said = here.filter(({ finding }) => finding.rule.code === code);
          expect(said.map(({ finding }) => inEnglish(finding.message)).join('\n')).toContain(message);
        }
        const fixes = found.flatMap(({ finding }) => finding.fixes?.map((fix) => inEnglish(fix.title)) ?? []);
        expect(fixes).toEqual([...body.matchAll(FIX)].map((line) => line[1]));
      });
    }
  });
}
