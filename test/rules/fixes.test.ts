import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../server/project/workspace';
import type { Fix } from '../../server/rules/rule';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { casesOf, LINE_BREAKS } from '../support/text-variants';
import { addressOf, type FoundFinding, findingsOf, ROOT, workspaceOf } from '../support/workspace';

/**
 * Cases: files as in other fixtures, a line of three dashes, and the text of the changed file, or of
 * several, each after its `=== path`. The fix is the first of the first finding of the code; `--- Title` picks another by
 * its title; `--- all` applies the first fix of every finding, one after the other; `--- none` means that no
 * finding of the code has a fix. A title that ends in "(no line break at the end)" means it.
 */
const FOLDER = join(import.meta.dirname, '../fixtures/fixes');
const PARTING = /^---(?: (.*))?$/m;

interface Case {
  readonly files: readonly FixtureFile[];
  readonly wish: string;
  readonly after: string;
}

function parseCase(body: string): Case {
  const parting = PARTING.exec(body);
  if (parting === null) throw new Error('A case needs a line of three dashes.');
  const fixture = parseFixture(body.slice(0, parting.index));
  return {
    files: fixture.files,
    wish: parting[1] ?? '',
    after: body.slice(parting.index + parting[0].length + 1),
  };
}

interface Found {
  readonly workspace: Workspace;
  readonly all: readonly FoundFinding[];
}

function findings(files: readonly FixtureFile[], code: string): Found {
  const workspace = workspaceOf(files);
  const all = findingsOf(workspace, files).filter(({ finding }) => finding.rule.code === code);
  return { workspace, all };
}

interface PlacedEdit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** All edits of a fix with their places in the files. */
function placedEdits(workspace: Workspace, found: FoundFinding, fix: Fix): PlacedEdit[] {
  const place = (path: string, base: number, edits: Fix['edits']) =>
    edits.map(({ range, text }) => ({ path, start: base + range.start, end: base + range.end, text }));
  const others = (fix.elsewhere ?? []).flatMap(({ source, unit, edits }) => {
    const document = workspace.document(source);
    expect(document?.units, 'the unit is of the file that is named').toContain(unit);
    return place(source.slice(ROOT.length + 1), document?.startOf(unit) ?? 0, edits);
  });
  return [...place(found.path, found.start - found.finding.start, fix.edits), ...others];
}

/** The text after edits; those of a fix do not overlap, and refer to the original text. */
function apply(text: string, edits: readonly PlacedEdit[]): string {
  let result = text;
  let before = Number.POSITIVE_INFINITY;
  for (const edit of edits
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => b.start - a.start || b.index - a.index)) {
    expect(edit.end, 'edits overlap').toBeLessThanOrEqual(before);
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
    before = edit.start;
  }
  return result;
}

/** All files after a fix, which may change other files and create one. */
function withFix(files: readonly FixtureFile[], { workspace }: Found, found: FoundFinding, fix: Fix) {
  const edits = placedEdits(workspace, found, fix);
  const changed = files.map((file) => {
    const own = edits.filter(({ path }) => path === file.path);
    return own.length === 0 ? file : { ...file, text: apply(file.text, own) };
  });
  const { create } = fix;
  return create ? [...changed, { path: create.address.slice(ROOT.length + 1), text: create.text }] : changed;
}

/** Applies the selected fix, and returns the resulting files. */
function fixed({ files, wish }: Case, code: string): readonly FixtureFile[] {
  const wanted = (fix: Fix) => wish === '' || wish === 'all' || inEnglish(fix.title) === wish;
  let current = files;
  for (let round = 0; round < 20; round++) {
    const now = findings(current, code);
    const found = now.all.find(({ finding }) => finding.fixes?.some(wanted));
    const fix = found?.finding.fixes?.find(wanted);
    if (found === undefined || fix === undefined) {
      expect(
        round,
        `a fix among ${now.all.flatMap(({ finding }) => finding.fixes?.map((one) => inEnglish(one.title)))}`,
      ).not.toBe(0);
      break;
    }
    current = withFix(current, now, found, fix);
    if (wish !== 'all') {
      const left = findings(current, code).all.length;
      expect(left, 'findings of the code that are left').toBeLessThan(now.all.length);
      break;
    }
  }
  return current;
}

/** Of several files in a fixture, only the last ends in a line break. */
function withoutLastBreak({ path, text }: FixtureFile): FixtureFile {
  return { path, text: text.replace(/\r?\n$/, '') };
}

function check(one: Case, code: string): void {
  if (one.wish === 'none') {
    const { all } = findings(one.files, code);
    expect(all.length).toBeGreaterThan(0);
    expect(all.flatMap(({ finding }) => finding.fixes ?? [])).toEqual([]);
    return;
  }
  const after = fixed(one, code);
  const changed = after.filter((file, index) => file !== one.files[index]);
  const lineBreak = one.after.includes('\r\n') ? '\r\n' : '\n';
  const expected = parseFixture(one.after.replaceAll('\r\n', '\n'));
  if (expected.headless) expect(changed.map((file) => file.text)).toEqual([one.after]);
  else
    expect(changed.map(withoutLastBreak)).toEqual(
      expected.files.map(({ path, text }) =>
        withoutLastBreak({ path, text: text.replaceAll('\n', lineBreak) }),
      ),
    );
  const workspace = workspaceOf(after);
  const problems = after
    .flatMap((file) => workspace.projectsOf(addressOf(file.path)))
    .flatMap((project) => [...project.members])
    .flatMap(({ source }) => source.document.units);
  const syntax = problems.flatMap((unit) =>
    unit.parsed.problems.filter((problem) => problem.kind === 'syntax'),
  );
  expect(syntax).toEqual([]);
}

for (const file of readdirSync(FOLDER)) {
  const code = file.replace(/\.txt$/, '');
  describe(code, () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [index, [variant, change]] of LINE_BREAKS.entries()) {
      const run = casesOf(cases, index, LINE_BREAKS).map(({ title, body }) => [title, body] as const);
      it.each(run)(`%s (${variant})`, (title, body) => {
        const one = parseCase(body);
        const isCut = title.endsWith('(no line break at the end)');
        const converted = (text: string) => change(isCut ? text.replace(/\n$/, '') : text);
        const files = one.files.map(({ path, text }) => ({ path, text: converted(text) }));
        check({ ...one, files, after: converted(one.after) }, code);
      });
    }
  });
}
