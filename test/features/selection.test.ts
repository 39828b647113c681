import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectionRanges } from '../../server/features/selection';
import { parseCases, parseFixture } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/selection.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

/** The selections around the cursor, one per line; the last one is the document. */
function steps(path: string, text: string, offset: number): string[] {
  const workspace = workspaceOf([{ path, text }]);
  const ranges = selectionRanges(workspace, addressOf(path), offset);
  let last = { start: offset, end: offset };
  for (const range of ranges) {
    const holds = range.start <= last.start && last.end <= range.end;
    expect(holds && range.end - range.start > last.end - last.start, 'strictly growing').toBe(true);
    last = range;
  }
  expect(last).toEqual({ start: 0, end: text.length });
  return ranges.slice(0, -1).map(({ start, end }) => text.slice(start, end).replace(/\r?\n/g, '⏎'));
}

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
])('%s', (_name, lineBreak) => {
  it.each(CASES)('%s', (_title, body = '') => {
    const { files, cursor } = parseFixture(body);
    const [file, expected] = files;
    if (file === undefined || cursor === undefined) throw new Error('no cursor');
    const before = file.text.slice(0, cursor.offset).replace(/\n/g, lineBreak);
    const text = file.text.replace(/\n/g, lineBreak);
    expect(`${steps(file.path, text, before.length).join('\n')}`).toBe(expected?.text.trimEnd());
  });
});

it('has no selection ranges in unknown files', () => {
  const workspace = workspaceOf([{ path: 'values.yaml', text: 'a: 1\n' }]);
  expect(selectionRanges(workspace, addressOf('values.yaml'), 2)).toEqual([]);
});
