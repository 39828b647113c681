import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { completeAt } from '../../server/features/completion';
import { CURSOR_MARK, parseCases } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

/** After the first letter in each position of a scenario that is being written, the item that the case names is offered. */
const FIXTURE = readFileSync(join(import.meta.dirname, '../fixtures/scenario-first-letters.txt'), 'utf8');
const [HEAD = '', BODY = ''] = FIXTURE.split('=== texts\n');
const MAIN = HEAD.replace('=== main.yaml\n', '');
const CASES = parseCases(BODY).map(({ title, body }) => {
  const [text = '', wanted = ''] = body.split(/^>>> /m);
  return { title, text: text.replace(/\n$/, ''), wanted: wanted.trim() };
});

function labelsAfter(text: string): string[] {
  const path = 'a.scenario.yaml';
  const offset = text.indexOf(CURSOR_MARK);
  const files = [
    { path: 'main.yaml', text: MAIN },
    { path, text: text.replace(CURSOR_MARK, '') },
  ];
  const list = completeAt(workspaceOf(files, [path]), addressOf(path), offset, { findings: () => [] });
  return list.items.map(({ label }) => label);
}

it.each(CASES)('$title', ({ text, wanted }) => {
  expect(labelsAfter(text)).toContain(wanted);
  expect(labelsAfter(text.replaceAll('\n', '\r\n'))).toContain(wanted);
  // Nothing depends on what follows.
  expect(labelsAfter(`${text}\n`)).toContain(wanted);
});

it('has more than 45 cases', () => {
  expect(CASES.length).toBeGreaterThan(45);
});
