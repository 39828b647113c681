import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTask } from '../../server/engine/task';
import { exportSource } from '../../server/project/files/exports';
import type { Address } from '../../server/project/files/paths';
import type { Workspace } from '../../server/project/workspace';
import { certainFindings, findingsOfFile } from '../../server/rules/file-findings';
import type { StandaloneFinding } from '../../server/rules/placed-finding';
import { Checker } from '../../server/rules/run';
import { Unit } from '../../server/yaml/cut/unit';
import { stepOf } from '../support/depth';
import { inEnglish } from '../support/english';
import { countExecutions, countKeys } from '../support/executions';
import { type FixtureFile, parseFixture } from '../support/fixture';
import { drawProject } from '../support/projects';
import { describeRealFiles } from '../support/real-files';
import { stateFilesIn } from '../support/state-files';
import { addressOf, workspaceOf } from '../support/workspace';

/** The findings of a first report: complete reports, computed later, must contain each of them. */

const SETTINGS = { pccRules: true };
const ROOT_FOLDER = join(import.meta.dirname, '../..');

/** As in `workspaceOf`. */
const isModules = (path: string) => /(?:^|\/)own-modules\.(?:ya?ml|json)$/.test(path);

/** The visible parts of a finding. */
function shown({ start, end, severity, finding }: StandaloneFinding): string {
  const related = finding.related?.map(({ message, source, range }) => [message, source, range.start]);
  const fixes = finding.fixes?.map(({ title, edits }) => [title, edits.map(({ text }) => text)]);
  return JSON.stringify([
    finding.rule.code,
    start,
    end,
    severity,
    inEnglish(finding.message),
    related,
    fixes,
  ]);
}

/** The certain findings of a file: from its text alone, when it is opened before other files are known, or in its project. */
function certainOf(
  workspace: Workspace,
  address: Address,
  isOver?: () => boolean,
): readonly StandaloneFinding[] {
  const document = workspace.document(address);
  const source = document && workspace.sourceFor(address, undefined, document);
  return source ? runTask(certainFindings(source, SETTINGS, isOver)) : [];
}

/** Compares the findings of the files of a workspace; returns the number of certain findings and of all findings. */
function compare(files: readonly FixtureFile[]): { certain: number; all: number } {
  const workspace = workspaceOf(files);
  const checker = new Checker(workspace, () => SETTINGS);
  const counts = { certain: 0, all: 0 };
  // Fixtures of fixes contain a file twice; the last one counts.
  for (const [path, text] of new Map(files.map((file) => [file.path, file.text]))) {
    const address = addressOf(path);
    // The server reports nothing before the file next to it is read (`Findings.diagnosingText`).
    if (exportSource(workspace, address) !== undefined) continue;
    const all = new Set(findingsOfFile(checker, address).map(shown));
    const certain = certainOf(workspace, address).map(shown);
    expect(new Set(certain).size).toBe(certain.length);
    expect(
      certain.filter((one) => !all.has(one)),
      path,
    ).toEqual([]);
    if (workspace.projectsOf(address)[0]?.root === address) {
      const lone = workspaceOf([], [], { modules: files.map((file) => file.path).filter(isModules) });
      const document = lone.prepare(address, '', text);
      const source = lone.sourceFor(address, '', document);
      const early = source?.documentKind === 'automata' ? runTask(certainFindings(source, SETTINGS)) : [];
      expect(
        early.map(shown).filter((one) => !all.has(one)),
        path,
      ).toEqual([]);
    }
    counts.certain += certain.length;
    counts.all += all.size;
  }
  return counts;
}

describe('certain findings', () => {
  const fixtures = readdirSync(join(ROOT_FOLDER, 'test/fixtures'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .sort();

  it('are part of the complete report of fixtures', () => {
    let certain = 0;
    let all = 0;
    let number = 0;
    for (const path of fixtures) {
      const text = readFileSync(join(ROOT_FOLDER, 'test/fixtures', path), 'utf8');
      for (const part of text.split(/^## .*$/m)) {
        // `ATOMIC_STATE_RUNS=3000` checks all.
        if (number++ % stepOf(36, 24) !== 0) continue;
        const counts = compare(parseFixture(part).files);
        certain += counts.certain;
        all += counts.all;
      }
    }
    expect(certain).toBeGreaterThan(40);
    expect(all).toBeGreaterThan(certain + 40);
  });

  it('are part of the complete report of random projects', () => {
    let certain = 0;
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const files = drawProject((values) => gen(fc.constantFrom, ...values) as never);
        certain += compare(files).certain;
      }),
      { numRuns: 15, seed: 1, endOnFailure: true },
    );
    expect(certain).toBeGreaterThan(10);
  });

  it('are part of the complete report of the examples', () => {
    compare(stateFilesIn(join(ROOT_FOLDER, 'examples')));
  });
});

describeRealFiles((folder) => {
  it('have certain findings that are part of the complete report', () => {
    compare(stateFilesIn(folder));
    // They contain few mistakes: each file gets one, anywhere.
    const files = stateFilesIn(folder).map(({ path, text }) => {
      return { path, text: text.replace(/render("?):/g, 'rendre$1:').replace(/target:/, 'taget:') };
    });
    expect(compare(files).certain).toBeGreaterThan(0);
  });
});

describe('computing certain findings', () => {
  const states = Array.from({ length: 30 }, (_, index) => `  s_${index}:\n    rendre: {}\n`);
  const text = `type: automata\ninitial: s_0\nstates:\n${states.join('')}`;
  const address = addressOf('main.yaml');
  const NAME = 'findings of a unit alone';

  it('computes each unit once, for the complete report as well', () => {
    const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
    const units = workspace.document(address)?.units.length;
    const first = countExecutions(() => certainOf(workspace, address));
    const checker = new Checker(workspace, () => SETTINGS);
    const later = countExecutions(() => findingsOfFile(checker, address));
    expect(first.get(NAME)).toBe(units);
    expect(later.get(NAME)).toBeUndefined();
    // Neither names nor types are resolved.
    expect([...first.keys()].filter((name) => /symbols|facts|type/.test(name))).toEqual([]);
  });

  it('stops at the unit at which the time limit is reached', () => {
    const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
    const all = certainOf(workspace, address);
    let units = 0;
    const executions = countExecutions(() => {
      const found = certainOf(workspace, address, () => units++ >= 12);
      expect(found.length).toBeGreaterThan(5);
      expect(found).toEqual(all.slice(0, found.length));
      expect(found.length).toBeLessThan(all.length);
    });
    expect(executions.get(NAME)).toBeUndefined();
    expect(units).toBe(13);
  });

  it('recomputes only the edited unit', () => {
    const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
    certainOf(workspace, address);
    const at = text.indexOf('rendre');
    workspace.editFile(address, (document) => document.edit(at, at + 6, 'render'));
    expect(countKeys(NAME, Unit, () => certainOf(workspace, address))).toBe(1);
  });
});
