import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareRename, type RenameResult, renameSymbol } from '../../server/features/rename';
import { applyEdits } from '../support/apply-edits';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { addressOf, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/rename');

/**
 * Checks a case: files with marks, then either `--> name` and all files after any of the marked names has been
 * renamed to it, or `-/> name` and a part of the reason why none of them can be renamed (`-/>` alone: to any name).
 */
function check(body: string): void {
  const split = /^(-->|-\/>) ?(.*)\n/m.exec(body);
  if (split === null) throw new Error('no name to change to');
  const [line, arrow, newName = ''] = split;
  const { files, names, targets } = parseMarks(body.slice(0, split.index));
  const after = body.slice(split.index + line.length);
  const workspace = workspaceOf(files);
  const cursors = [...names, ...targets].filter((mark) => mark.label !== '-');
  expect(cursors.length).toBeGreaterThan(0);
  for (const { path, start, end } of cursors) {
    for (const offset of [start, end]) {
      const text = files.find((file) => file.path === path)?.text ?? '';
      const where = `${path} at ${text.slice(Math.max(0, offset - 20), offset)}‸${text.slice(offset, offset + 20)}`;
      const prepared = prepareRename(workspace, addressOf(path), offset);
      const renamed = renameSymbol(workspace, addressOf(path), offset, newName === '' ? 'fresh' : newName);
      if (arrow === '-/>') {
        if (newName === '') expect(prepared, where).toEqual(renamed);
        else expect(prepared, where).toMatchObject({ kind: 'ready', range: { start, end } });
        expect(renamed, where).toMatchObject({ kind: 'refused' });
        if (renamed.kind === 'refused') expect(inEnglish(renamed.reason), where).toContain(after.trim());
      } else {
        expect(prepared, where).toMatchObject({ kind: 'ready', range: { start, end } });
        expect(renamed, where).toMatchObject({ kind: 'edits' });
        if (renamed.kind !== 'edits') continue;
        expect(show(files, renamed.changes).trimEnd(), where).toBe(after.trimEnd());
      }
    }
  }
}

/** The files with their changes, as in a fixture. */
function show(files: readonly FixtureFile[], changes: RenameResult['changes']): string {
  const texts = applyEdits(files, changes);
  const [only] = texts;
  if (texts.length === 1 && only?.path === 'main.yaml') return only.text;
  return texts.map(({ path, text }) => `=== ${path}\n${text}`).join('\n');
}

/** With the other line breaks, except in the syntax of the fixture itself. */
function withCarriageReturns(body: string): string {
  return body.replace(/\n(?!===|-->|-\/>)/g, '\r\n').replace(/^((?:===|-->|-\/>).*)\r$/gm, '$1');
}

for (const file of readdirSync(FOLDER)) {
  describe(file.replace(/\.txt$/, ''), () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8')).map(
      ({ title, body }) => [title, body] as const,
    );
    it.each(cases)('%s', (_title, body) => check(body));
    it.each(cases)('%s (CRLF)', (_title, body) => check(withCarriageReturns(body)));
  });
}
