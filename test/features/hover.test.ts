import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../server/features/hover';
import { inEnglish } from '../support/english';
import { parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/hover');
const EXPECTED = '.hover';

/**
 * Compares the hover of each marked name `‹a|name›`, at each offset of it, with the file `a.hoverAt`. A line with only `…`
 * matches any lines; a name marked `-` has no hover. An empty mark `‹a|›` is a cursor.
 */
function check(body: string, change: (text: string) => string): void {
  const { files: all, names } = parseMarks(body);
  const files = all.filter((file) => !file.path.endsWith(EXPECTED));
  const cards = new Map(
    all
      .filter((file) => file.path.endsWith(EXPECTED))
      .map(({ path, text }) => [path.slice(0, -EXPECTED.length), text]),
  );
  // The text changes around the marks, so their offsets are computed again.
  const converted = files.map(({ path, text }) => ({ path, text: change(text) }));
  const workspace = workspaceOf(converted);
  const at = (path: string, offset: number) =>
    change(files.find((file) => file.path === path)?.text.slice(0, offset) ?? '').length;
  const disk = new Map(converted.map((file) => [addressOf(file.path), file.text]));
  for (let round = 0; round < 2; round++) {
    for (const { path, start } of names) hoverAt(workspace, addressOf(path), at(path, start));
    provideFiles(workspace, disk);
  }
  expect(names.map((name) => name.label)).toEqual(expect.arrayContaining([...cards.keys()]));
  for (const { path, label, start, end } of names) {
    const [from, to] = [at(path, start), at(path, end)];
    for (let offset = from; offset <= to; offset++) {
      const found = hoverAt(workspace, addressOf(path), offset);
      if (label === '-') {
        expect(inEnglish(found?.markdown)).toBeUndefined();
        continue;
      }
      expect(inEnglish(found?.markdown), `${label} at ${offset - from}`).toMatch(
        patternOf(cards.get(label) ?? ''),
      );
      if (from === to) continue;
      expect([found?.range.start, found?.range.end], label).toEqual([from, to]);
    }
  }
}

function patternOf(card: string): RegExp {
  const lines = card.trim().split('\n');
  const source = lines.map((line) => (line === '…' ? '[^]*' : line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')));
  return new RegExp(`^${source.join('\n')}$`);
}

for (const file of readdirSync(FOLDER)) {
  describe(file.replace(/\.txt$/, ''), () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [variant, change] of LINE_BREAKS) {
      it.each(cases.map(({ title, body }) => [title, body]))(`%s (${variant})`, (_title, body) =>
        check(body, change),
      );
    }
  });
}
