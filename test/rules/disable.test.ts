import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disableForFile, disableForLine } from '../../server/rules/disable';
import type { Edit } from '../../server/rules/edits';
import { findingsOfFile } from '../../server/rules/file-findings';
import type { FileFinding } from '../../server/rules/placed-finding';
import { Checker } from '../../server/rules/run';
import type { Document } from '../../server/yaml/cut/document';
import { sample, stepOf } from '../support/depth';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/rules');

function withEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.range.start - a.range.start)
    .reduce((all, { range, text }) => all.slice(0, range.start) + text + all.slice(range.end), text);
}

interface Checked {
  readonly document: Document;
  readonly findings: readonly FileFinding[];
}

function check(files: readonly FixtureFile[], path: string): Checked | undefined {
  const workspace = workspaceOf(files);
  const document = workspace.document(addressOf(path));
  const checker = new Checker(workspace, () => ({ pccRules: true }));
  return document && { document, findings: findingsOfFile(checker, addressOf(path)) };
}

/** The remaining findings after an edit, without places, which comments move. */
function brief(findings: readonly FileFinding[]): string[] {
  return findings
    .map(({ finding }) => `${finding.rule.code}: ${inEnglish(finding.message)}`)
    .filter((line) => !/^(?:not-strict-json|unused-suppression)/.test(line))
    .sort();
}

/** Whether the second list is the first one without some lines, including these. */
function checkWithout(before: readonly string[], after: readonly string[], gone: string): void {
  const left = [...before];
  for (const line of after) {
    expect(left).toContain(line);
    left.splice(left.indexOf(line), 1);
  }
  expect(left).toContain(gone);
}

/** The findings of the fixture's own rule, and a sample of the others; all with `ATOMIC_STATE_RUNS`. */
const OTHERS_IN_TURN = stepOf(30, 15);
/** The first case of each rule, and a part of the others. */
const CASES_IN_TURN = 8;
let turn = 0;

/** How often the comment could not be inserted; the number should not increase. */
let refused = 0;
let offered = 0;

describe.each(readdirSync(FOLDER).map((name) => [name.replace(/\.txt$/, '')]))('%s', (name) => {
  const cases = parseCases(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'));
  it.each(sample(cases, CASES_IN_TURN, 2).map(({ title, body }) => [title, body] as const))(
    '%s',
    (_title, body) => {
      const { files } = parseFixture(body);
      for (const { path, text } of files) {
        const before = check(files, path);
        const disabled = new Set<string>();
        for (const finding of before?.findings ?? []) {
          const { code } = finding.finding.rule;
          if (before === undefined || /^(?:not-strict-json|unused-suppression|too-large)$/.test(code))
            continue;
          if ((code !== name || disabled.has(code)) && turn++ % OTHERS_IN_TURN !== 0) continue;
          const ways = [disableForLine(before.document, finding)];
          if (!disabled.has(code)) ways.push(disableForFile(before.document, code));
          disabled.add(code);
          for (const edits of ways) {
            offered++;
            if (edits === undefined) {
              refused++;
              continue;
            }
            const changed = files.map((file) =>
              file.path === path ? { path, text: withEdits(text, edits) } : file,
            );
            const after = check(changed, path);
            checkWithout(
              brief(before.findings),
              brief(after?.findings ?? []),
              `${code}: ${inEnglish(finding.finding.message)}`,
            );
          }
        }
      }
    },
  );
});

it('findings can be disabled nearly everywhere except in strict JSON', () => {
  expect(offered).toBeGreaterThan(0);
  expect(refused / offered).toBeLessThan(0.2);
});
