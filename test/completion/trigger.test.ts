import { expect, it } from 'vitest';
import { completeAt } from '../../server/features/completion';
import { CURSOR_MARK } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

/** The labels of the items after a trigger character. */
function labelsAfter(path: string, marked: string, trigger: string | undefined): string[] {
  const offset = marked.indexOf(CURSOR_MARK);
  const workspace = workspaceOf([{ path, text: marked.replace(CURSOR_MARK, '') }], [path]);
  return completeAt(workspace, addressOf(path), offset, { trigger }).items.map(({ label }) => label);
}

it('`{` in JSON does not open a list, which would take the next Enter', () => {
  const map = `{ "initial": "home", "states": { "home": { "render": {${CURSOR_MARK}} } } }`;
  expect(labelsAfter('main.json', map, '{')).toEqual([]);
  expect(labelsAfter('main.json', map, undefined)).toContain('text');
  expect(labelsAfter('main.json', map.replace(CURSOR_MARK, `"${CURSOR_MARK}"`), '"')).toContain('text');
});

it('`{` opens a list in an expression', () => {
  const text = `{ "initial": "home", "states": { "home": { "render": { "text": "{{${CURSOR_MARK}}}" } } } }`;
  expect(labelsAfter('main.json', text, '{')).toContain('context');
});

it('`{` opens a list in YAML, in which nothing is selected', () => {
  const text = `initial: home\nstates:\n  home:\n    render: {${CURSOR_MARK}}\n`;
  expect(labelsAfter('main.yaml', text, '{')).toContain('text');
});

it('Enter and blanks at the start of a line in JSON do not open a list, which would take the next Enter', () => {
  const map = (text: string) => `{\n  "type": "automata",${text}${CURSOR_MARK}\n}`;
  for (const trigger of ['\n', ' ']) expect(labelsAfter('main.json', map('\n  '), trigger)).toEqual([]);
  expect(labelsAfter('main.json', map('\n  '), undefined)).toContain('initial');
  expect(labelsAfter('main.json', map(' '), ' ')).toContain('initial');
});
