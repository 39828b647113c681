import { expect, it } from 'vitest';
import { completeAt } from '../../server/features/completion';
import { CURSOR_MARK } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

/** The labels of the items after a trigger character. */
function behind(path: string, marked: string, trigger: string | undefined): string[] {
  const offset = marked.indexOf(CURSOR_MARK);
  const workspace = workspaceOf([{ path, text: marked.replace(CURSOR_MARK, '') }], [path]);
  return completeAt(workspace, addressOf(path), offset, { trigger }).items.map(({ label }) => label);
}

it('a brace in JSON opens no list that would take the Enter after it', () => {
  const map = `{ "initial": "home", "states": { "home": { "render": {${CURSOR_MARK}} } } }`;
  expect(behind('main.json', map, '{')).toEqual([]);
  expect(behind('main.json', map, undefined)).toContain('text');
  expect(behind('main.json', map.replace(CURSOR_MARK, `"${CURSOR_MARK}"`), '"')).toContain('text');
});

it('but the braces of an expression do', () => {
  const text = `{ "initial": "home", "states": { "home": { "render": { "text": "{{${CURSOR_MARK}}}" } } } }`;
  expect(behind('main.json', text, '{')).toContain('context');
});

it('in YAML nothing is selected in it, so that Enter goes on', () => {
  const text = `initial: home\nstates:\n  home:\n    render: {${CURSOR_MARK}}\n`;
  expect(behind('main.yaml', text, '{')).toContain('text');
});
