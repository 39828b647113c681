import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FoldingRange, foldingRanges, limitFolds } from '../../server/features/folding';
import { parseCases, parseFixture } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/folding.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

/** Each line with a fold is marked with the first and last folded line, from one. */
const MARK = / +# (\d+-\d+)$/;

function check(body: string, lineBreak: string): void {
  const [file = { path: '', text: '' }] = parseFixture(body.trimEnd()).files;
  const lines = file.text.split('\n');
  const text = lines.map((line) => line.replace(MARK, '')).join(lineBreak);
  const workspace = workspaceOf([{ path: file.path, text }]);
  const document = workspace.document(addressOf(file.path));
  const lineOf = (offset: number) => (document?.positionAt(offset).line ?? 0) + 1;
  const found = foldingRanges(workspace, addressOf(file.path)) ?? [];
  const marks = found.map(
    ({ start, end, isCloserAtLineStart: closerAlone }) =>
      `${lineOf(start)}-${lineOf(end) - (closerAlone ? 1 : 0)}`,
  );
  const marked = lines.map((line, index) => {
    const mark = marks.find((one) => one.startsWith(`${index + 1}-`));
    return mark ? `${line.replace(MARK, '')} # ${mark}` : line.replace(MARK, '');
  });
  expect(marked.join('\n')).toBe(lines.map((line) => line.replace(MARK, ' # $1')).join('\n'));
}

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
])('%s', (_name, lineBreak) => {
  it.each(CASES)('%s', (_title, body = '') => check(body, lineBreak));
});

it('prefers outer ranges up to the limit of the client', () => {
  const fold = (start: number, end: number): FoldingRange => {
    return { start, end, kind: undefined, brackets: false, isCloserAtLineStart: false };
  };
  const all = [fold(0, 90), fold(10, 40), fold(20, 30), fold(50, 80), fold(100, 110)];
  const kept = (limit: number) => limitFolds(all, limit).map(({ start }) => start);
  expect(kept(9)).toEqual([0, 10, 20, 50, 100]);
  expect(kept(4)).toEqual([0, 10, 50, 100]);
  expect(kept(2)).toEqual([0, 100]);
  expect(kept(0)).toEqual([]);
});

it('does not answer for other files, which fold by indentation', () => {
  const workspace = workspaceOf([{ path: 'values.yaml', text: 'a:\n  b: 1\n' }]);
  expect(foldingRanges(workspace, addressOf('values.yaml'))).toBeUndefined();
});
