import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../server/rules';
import { parseCases, parseFixture } from '../support/fixture';
import { findingsOf, markFindings, plainMarks, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/rules');

/** Checks a case: the findings are those marked, all of them and no others, and say what the marks say. */
function check(text: string): void {
  const fixture = parseFixture(text);
  const found = findingsOf(workspaceOf(fixture.files), fixture.files);
  expect(markFindings(fixture, found)).toBe(plainMarks(text));
  for (const { path, start, code, message } of fixture.expected) {
    const messages = found.filter(
      (one) => one.path === path && one.start === start && one.finding.rule.code === code,
    );
    expect(messages.map((one) => one.finding.message).join('\n')).toContain(message);
  }
  for (const { finding, start, end } of found) expect(start).toBeLessThanOrEqual(end) ?? finding;
}

/** Variants of a text that mean the same. */
const DRESSES: [string, (text: string) => string][] = [['as written', (text) => text]];

for (const rule of RULES) {
  describe(rule.code, () => {
    const cases = parseCases(readFileSync(join(FOLDER, `${rule.code}.txt`), 'utf8'));
    for (const [dress, change] of DRESSES) {
      it.each(cases.map(({ title, body }) => [title, body]))(`%s (${dress})`, (_title, body) =>
        check(change(body)),
      );
    }

    it('has cases that fire and cases that stay silent', () => {
      const fires = cases.map(({ body }) =>
        parseFixture(body).expected.some((one) => one.code === rule.code),
      );
      expect(fires).toContain(true);
      expect(fires).toContain(false);
    });

    it('is documented', () => {
      expect(rule.title).not.toMatch(/\.$/);
      expect(rule.doc).toMatch(/\.$/);
    });
  });
}

it('every fixture is of a rule', () => {
  const codes = new Set(RULES.map((rule) => rule.code));
  expect(readdirSync(FOLDER).filter((name) => !codes.has(name.replace(/\.txt$/, '')))).toEqual([]);
});
