import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesFor, type Refactoring, refactorings } from '../../server/features/refactor';
import { applyChanges } from '../../server/text/apply';
import { inEnglish } from '../support/english';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, findingsOf, provideFiles, ROOT, workspaceOf } from '../support/workspace';

/**
 * Cases: files with a cursor, a line of three dashes with the title of a refactoring, and the files that it changes
 * or creates. `--- none` expects none at all, or, with a title after it, none with this title. A refactoring must not
 * cause new findings.
 */
const FOLDER = join(import.meta.dirname, '../fixtures/refactor');
const PARTING = /^---(?: (.*))?$/m;
const NO_BREAK = / \(no line break at the end\)$/;

/** All refactorings at the cursor; requested twice, because the first request may load other files. */
function offered(files: readonly FixtureFile[], path: string, offset: number): Refactoring[] {
  const workspace = workspaceOf(files);
  const selection = { start: offset, end: offset };
  refactorings(workspace, addressOf(path), selection);
  provideFiles(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  const wanted = filesFor(workspace, addressOf(path), selection);
  const texts = files.filter((file) => wanted.includes(addressOf(file.path)));
  return refactorings(
    workspace,
    addressOf(path),
    selection,
    new Map(texts.map((file) => [addressOf(file.path), file.text])),
  );
}

function done(files: readonly FixtureFile[], { changes, create }: Refactoring): FixtureFile[] {
  const changed = files.map((file) => {
    const edits = changes
      .filter(({ address }) => address === addressOf(file.path))
      .flatMap((one) => one.edits);
    return edits.length > 0 ? { ...file, text: applyChanges(file.text, edits) } : file;
  });
  return create
    ? [...changed, { path: decodeURIComponent(create.address.slice(ROOT.length + 1)), text: create.text }]
    : changed;
}

function findings(files: readonly FixtureFile[]): string[] {
  const state = files.filter(({ path }) => /\.(?:ya?ml|json)$/.test(path));
  return findingsOf(workspaceOf(files), state)
    .map(({ finding }) => `${finding.rule.code} ${inEnglish(finding.message)}`)
    .sort();
}

for (const file of readdirSync(FOLDER)) {
  describe(file, () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [variant, change] of LINE_BREAKS) {
      it.each(cases)(`$title (${variant})`, ({ body }) => {
        const parting = PARTING.exec(body);
        if (parting === null) throw new Error('A case needs a line of three dashes.');
        const wish = parting[1] ?? '';
        const { files: plain, cursor } = converted(body.slice(0, parting.index), change);
        // A standalone state is detected by the name of its file.
        const isLone = plain[0]?.path === 'main.yaml' && !/^initial:/m.test(plain[0].text);
        const named = (path: string) => (isLone && path === 'main.yaml' ? 'main.state.yaml' : path);
        const before = plain.map((one) => ({ ...one, path: named(one.path) }));
        const all = offered(before, named(cursor.path), cursor.offset);
        const titles = all.map(({ title }) => inEnglish(title));
        if (wish === 'none') return expect(titles).toEqual([]);
        if (wish.startsWith('none ')) return expect(titles).not.toContain(wish.slice(5));
        const chosen = all.find(({ title }) => inEnglish(title) === wish);
        if (chosen === undefined) throw new Error(`Offered: ${titles.join(', ')}`);
        const after = done(before, chosen);
        const expected = parseFixture(body.slice(parting.index + parting[0].length + 1)).files.map((one) => ({
          path: named(one.path.replace(NO_BREAK, '')),
          // The content of a scalar may have other line breaks.
          text: one.path.includes('.txt') ? one.text : change(one.text),
          isCut: NO_BREAK.test(one.path),
        }));
        const changed = after.filter((one) => !before.includes(one));
        expect(changed.map(asText)).toEqual(expected.map(asText));
        for (const [index, { isCut }] of expected.entries())
          if (isCut) expect(changed[index]?.text).not.toMatch(/\n$/);
        expect(findings(before)).toEqual(expect.arrayContaining(findings(after)));
      });
    }
  });
}

/** The files of a fixture with other line breaks, and the cursor where it is then. */
function converted(fixture: string, change: (text: string) => string) {
  const { files, cursor } = parseFixture(fixture);
  if (cursor === undefined) throw new Error('A case needs a cursor.');
  const before = files.find(({ path }) => path === cursor.path)?.text.slice(0, cursor.offset) ?? '';
  return {
    files: files.map(({ path, text }) => ({ path, text: change(text) })),
    cursor: { path: cursor.path, offset: change(before).length },
  };
}

function asText({ path, text }: FixtureFile): string {
  return `=== ${path}\n${text.replace(/\r?\n$/, '')}`;
}
