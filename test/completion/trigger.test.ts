import { expect, it } from 'vitest';
import { complete } from '../../server/features/completion';
import { CURSOR } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

/** Labels of what is offered behind a character that opens the list by itself. */
function behind(path: string, marked: string, trigger: string | undefined): string[] {
  const offset = marked.indexOf(CURSOR);
  const workspace = workspaceOf([{ path, text: marked.replace(CURSOR, '') }], [path]);
  return complete(workspace, addressOf(path), offset, { trigger }).items.map(({ label }) => label);
}

it('a brace in JSON opens no list that would take the Enter behind it', () => {
  const map = `{ "initial": "home", "states": { "home": { "render": {${CURSOR}} } } }`;
  expect(behind('main.json', map, '{')).toEqual([]);
  expect(behind('main.json', map, undefined)).toContain('text');
  expect(behind('main.json', map.replace(CURSOR, `"${CURSOR}"`), '"')).toContain('text');
});

it('but the braces of an expression do', () => {
  const text = `{ "initial": "home", "states": { "home": { "render": { "text": "{{${CURSOR}}}" } } } }`;
  expect(behind('main.json', text, '{')).toContain('context');
});

it('in YAML nothing is selected in it, so that Enter goes on', () => {
  const text = `initial: home\nstates:\n  home:\n    render: {${CURSOR}}\n`;
  expect(behind('main.yaml', text, '{')).toContain('text');
});
