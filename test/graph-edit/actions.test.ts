import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { graphActions } from '../../server/graph-edit/actions';
import { inEnglish } from '../support/english';
import { CURSOR_MARK, type FixtureFile, parseCases } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf } from '../support/workspace';
import { filesAfter, readyWorkspace } from './edited';

/**
 * Cases: files with a cursor, or with a selection from the first cursor to the second one; a line of three dashes with
 * the title of an action, and the files that it changes. Without a title, the titles of all actions.
 */
const CASES = parseCases(
  readFileSync(join(import.meta.dirname, '../fixtures/graph-actions/states.txt'), 'utf8'),
);
const PARTING = /^---(?: (.*))?$\n?/m;

for (const [variant, change] of LINE_BREAKS) {
  it.each(CASES)(`$title (${variant})`, ({ body }) => {
    const parting = PARTING.exec(body);
    if (parting === null) throw new Error('A case needs a line of three dashes.');
    const marked = filesIn(body.slice(0, parting.index), change);
    const expected = body.slice(parting.index + parting[0].length).replace(/\n+$/, '\n');
    const before = marked.map(({ path, text }) => ({ path, text: text.replaceAll(CURSOR_MARK, '') }));
    const at = marked.find(({ text }) => text.includes(CURSOR_MARK));
    const start = at?.text.indexOf(CURSOR_MARK) ?? 0;
    const end = at?.text.replace(CURSOR_MARK, '').indexOf(CURSOR_MARK) ?? -1;
    const selection = { start, end: Math.max(start, end) };
    const found = graphActions(readyWorkspace(before), addressOf(at?.path ?? ''), selection);
    const titles = found.map(({ title }) => inEnglish(title));
    if (parting[1] === undefined) return expect(`${titles.join('\n')}\n`).toBe(`${expected.trim()}\n`);
    const chosen = found.find(({ title }) => inEnglish(title) === parting[1]);
    if (chosen === undefined) throw new Error(`Offered: ${titles.join(', ')}`);
    const after = filesAfter(before, chosen.edit);
    const changed = after.filter((one) => !before.includes(one));
    const removed = before.filter(({ path }) => after.every((one) => one.path !== path));
    expect([
      ...changed.map(asText),
      ...removed.map(({ path }) => asText({ path: `${path} (deleted)`, text: '' })),
    ]).toEqual(filesIn(expected, change).map(asText));
  });
}

/** The files of a fixture, with all cursors. */
function filesIn(text: string, change: (text: string) => string): FixtureFile[] {
  // The first file may have no header.
  const whole = text.startsWith('=== ') || text === '' ? text : `=== main.yaml\n${text}`;
  return whole
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [path = '', ...lines] = part.split('\n');
      return { path, text: change(lines.join('\n')) };
    });
}

function asText({ path, text }: FixtureFile): string {
  return `=== ${path}\n${text.trimEnd()}`;
}
