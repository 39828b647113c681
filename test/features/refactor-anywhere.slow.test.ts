import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onNewLine } from '../../server/features/new-line';
import { type Refactoring, refactorings } from '../../server/features/refactor';
import { applyChanges } from '../../server/text/apply';
import type { TextChange } from '../../server/text/line-diff';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { addressOf, findingsOf, provideFiles, ROOT, workspaceOf } from '../support/workspace';

/** For any text and cursor, refactorings can be applied. In valid text, they cause no errors. */

const FIXTURES = join(import.meta.dirname, '../fixtures/refactor');
const CASES = readdirSync(FIXTURES).flatMap((file) =>
  parseCases(readFileSync(join(FIXTURES, file), 'utf8')).map(
    ({ title, body }) => [`${file}: ${title}`, parseFixture(body.split(/^---.*\n/m)[0] ?? '').files] as const,
  ),
);

function checkChanges(changes: readonly TextChange[], length: number): void {
  const sorted = [...changes].sort((a, b) => a.range.start - b.range.start);
  let last = 0;
  for (const { range } of sorted) {
    if (range.start < last || range.end < range.start || range.end > length)
      expect({ range, last, length }).toBe('inside, and behind the one before');
    last = range.end;
  }
}

/** Sends all requests at an offset. */
function askAt(
  files: readonly FixtureFile[],
  path: string,
  offset: number,
  workspace = workspaceOf(files),
): Refactoring[] {
  const selection = { start: offset, end: offset };
  const line = onNewLine(workspace, addressOf(path), offset);
  if (line) checkChanges([line], workspace.document(addressOf(path))?.length ?? 0);
  refactorings(workspace, addressOf(path), selection);
  provideFiles(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  const found = refactorings(workspace, addressOf(path), selection);
  for (const { changes } of found)
    for (const { edits, document } of changes) checkChanges(edits, document.length);
  return found;
}

describe('with a part of the text removed', () => {
  it.each(CASES)('%s', (_title, files) => {
    for (const [index, { path, text }] of files.entries()) {
      for (let at = 3; at < text.length; at += Math.ceil(text.length / 5)) {
        const broken = text.slice(0, at) + text.slice(at + 1 + (at % 5));
        const changed = files.map((file, i) => (i === index ? { path, text: broken } : file));
        for (const offset of [-1, at - 1, at + 3]) askAt(changed, path, offset);
      }
    }
  });
});

function findings(files: readonly FixtureFile[]): string[] {
  const read = files.filter(({ path }) => /\.(?:ya?ml|json)$/.test(path));
  return findingsOf(workspaceOf(files), read).map(
    ({ finding }) => `${finding.rule.code} ${inEnglish(finding.message)}`,
  );
}

it('refactorings of an example cause no findings', { timeout: 60_000 }, () => {
  const folder = join(import.meta.dirname, '../../examples/trivia');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ya?ml|json|js|txt|md)$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(folder, path), 'utf8') }));
  const before = findings(files);
  const titles = new Set<string>();
  const workspace = workspaceOf(files);
  for (const { path, text } of files.filter((file) => /\.ya?ml$/.test(file.path))) {
    for (const { index } of text.matchAll(/(?<=^ *)\w+(?=: (?:\w|$)|:$)/gm)) {
      for (const refactoring of askAt(files, path, index, workspace)) {
        // Equal refactorings are applied once, regardless of the names.
        const kind = inEnglish(refactoring.title).replace(/`[^`]*`/g, '');
        if (titles.has(kind)) continue;
        titles.add(kind);
        const after = files.map((file) => {
          const own = refactoring.changes.filter(({ address }) => address === addressOf(file.path));
          return {
            ...file,
            text: applyChanges(
              file.text,
              own.flatMap(({ edits }) => edits),
            ),
          };
        });
        const { create } = refactoring;
        if (create) after.push({ path: create.address.slice(ROOT.length + 1), text: create.text });
        expect(before, inEnglish(refactoring.title)).toEqual(expect.arrayContaining(findings(after)));
      }
    }
  }
  expect(titles.size).toBeGreaterThan(4);
});
