import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventTargetHints } from '../../server/features/inlay-hints';
import { contextTypeHints } from '../../server/features/inlay-hints/types';
import { parseCases, parseFixture } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const casesOf = (file: string) => {
  const text = readFileSync(join(import.meta.dirname, '../fixtures', file), 'utf8');
  return parseCases(text).map(({ title, body }) => [title, body]);
};
/** A hint where it is shown. */
const MARK = /‹(.*?)\|›/g;

function check(body: string, hintsOf: typeof eventTargetHints): void {
  const marked = parseFixture(body).files;
  const files = marked.map(({ path, text }) => ({ path, text: text.replace(MARK, '') }));
  const workspace = workspaceOf(files);
  provideFiles(workspace, new Map(files.map(({ path, text }) => [addressOf(path), text])));
  for (const [index, { path, text }] of files.entries()) {
    let shown = '';
    let at = 0;
    for (const { offset, parts } of hintsOf(workspace, addressOf(path), {
      start: 0,
      end: text.length,
    })) {
      shown += `${text.slice(at, offset)}‹${parts.map((part) => part.text).join('')}|›`;
      at = offset;
    }
    expect(shown + text.slice(at), path).toBe(marked[index]?.text);
  }
}

describe.each(LINE_BREAKS)('%s', (_name, convert) => {
  it.each(casesOf('inlay-hints.txt'))('%s', (_title, body = '') => check(convert(body), eventTargetHints));
  it.each(casesOf('inlay-types.txt'))('%s', (_title, body = '') => check(convert(body), contextTypeHints));
});

it('shows only hints of the requested range', () => {
  const button = '{ on_click: go }';
  const text = `initial: a\nstates: { a: { render: { buttons: [${button}, ${button}] }, transitions: { go: a } } }\n`;
  const workspace = workspaceOf([{ path: 'main.yaml', text }]);
  const end = text.indexOf('},');
  expect(eventTargetHints(workspace, addressOf('main.yaml'), { start: 0, end })).toHaveLength(1);
  expect(eventTargetHints(workspace, addressOf('main.yaml'), { start: end, end: text.length })).toHaveLength(
    1,
  );
  expect(eventTargetHints(workspace, addressOf('other.yaml'), { start: 0, end: 9 })).toEqual([]);
});
