import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editsForMoves } from '../../server/features/moved-files';
import { parseCases, parseFixture } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/moved-files.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

/** Files, then moves (`from -> to`), then the texts of the files with tags under their old paths. */
function check(body: string, convert: (text: string) => string): void {
  const all = parseFixture(body).files.map(({ path, text }) => ({ path, text: convert(text) }));
  const at = all.findIndex(({ path }) => path === 'moves');
  const files = all.slice(0, at);
  const workspace = workspaceOf(files);
  const disk = new Map(files.map(({ path, text }) => [addressOf(path), text]));
  const moves = (all[at]?.text ?? '').split(/\r?\n/).flatMap((line) => {
    const [from, to] = line.split(' -> ');
    return from && to ? [{ from: addressOf(from), to: addressOf(to) }] : [];
  });
  // The first request loads the targets of the paths.
  editsForMoves(workspace, moves);
  provideFiles(workspace, disk);
  const edits = editsForMoves(workspace, moves);
  const expected = all.slice(at + 1);
  expect(expected.length).toBeGreaterThan(0);
  for (const address of edits.keys()) expect(expected.map(({ path }) => addressOf(path))).toContain(address);
  for (const { path, text } of expected) {
    let changed = disk.get(addressOf(path)) ?? '';
    for (const edit of [...(edits.get(addressOf(path)) ?? [])].reverse())
      changed = changed.slice(0, edit.range.start) + edit.text + changed.slice(edit.range.end);
    expect(changed.trimEnd(), path).toBe(text.trimEnd());
  }
}

describe.each(LINE_BREAKS)('%s', (_name, convert) => {
  it.each(CASES)('%s', (_title, body = '') => check(body, convert));
});
