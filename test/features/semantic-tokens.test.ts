import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { TOKEN_MODIFIERS, TOKEN_TYPES, tokensOf } from '../../server/features/semantic-tokens';
import type { Address } from '../../server/project/files/paths';
import type { Workspace } from '../../server/project/workspace';
import { parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/semantic-tokens.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

/** The text with its tokens marked: `‹variable.context|x›`. */
function marked(workspace: Workspace, address: Address): string {
  const [project] = workspace.projectsOf(address);
  const source = project?.source(address);
  if (project === undefined || source === undefined) return '';
  return source.document.units
    .map((unit) => {
      let text = '';
      let at = 0;
      for (const { start, end, type, modifiers } of tokensOf(project, source, unit)) {
        const label = [type, ...modifiers].join('.');
        text += `${unit.text.slice(at, start)}‹${label}|${unit.text.slice(start, end)}›`;
        at = end;
      }
      return text + unit.text.slice(at);
    })
    .join('');
}

function check(body: string): void {
  const { files } = parseMarks(body);
  const workspace = workspaceOf(files);
  provideFiles(workspace, new Map(files.map(({ path, text }) => [addressOf(path), text])));
  const found = files.map(({ path }) => `=== ${path}\n${marked(workspace, addressOf(path))}`).join('\n');
  expect(found.replace(/^=== main.yaml\n/, '')).toBe(body.replace(/^=== main.yaml\r?\n/, ''));
}

describe.each(LINE_BREAKS)('%s', (_name, convert) => {
  it.each(CASES)('%s', (_title, body = '') => check(convert(body)));
});

it('recomputes only the tokens of the edited unit', () => {
  const states = Array.from({ length: 20 }, (_, i) => `  s${i}:\n    transitions: { CHAT: s${i} }\n`);
  const text = `initial: s0\nstates:\n${states.join('')}`;
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const address = addressOf('main.yaml');
  const lists = () => {
    const [project] = workspace.projectsOf(address);
    const source = project?.source(address);
    if (project === undefined || source === undefined) return [];
    return source.document.units.map((unit) => tokensOf(project, source, unit));
  };
  const before = lists();
  const at = text.indexOf('s7 }');
  workspace.editFile(address, (document) => document.edit(at, at, '\n      '));
  const after = lists();
  expect(after.length).toBe(before.length);
  expect(after.filter((list, index) => list !== before[index])).toHaveLength(1);
});

it('marks a name as unknown when its definition in another file is removed', () => {
  const workspace = workspaceOf(
    [
      { path: 'main.yaml', text: 'initial: a\nstates: !include state\n' },
      { path: 'state/a.yaml', text: 'a:\n  transitions: { CHAT: b }\n' },
      { path: 'state/b.yaml', text: 'b: {}\n' },
    ],
    ['state/b.yaml'],
  );
  provideFiles(workspace, new Map([[addressOf('state/a.yaml'), 'a:\n  transitions: { CHAT: b }\n']]));
  const look = () => marked(workspace, addressOf('state/a.yaml'));
  expect(look()).toContain('‹state|b›');
  workspace.editFile(addressOf('state/b.yaml'), (document) => document.edit(0, 1, 'c'));
  expect(look()).toContain('‹state.unknown|b›');
});

describe('the manifest', () => {
  const { semanticTokenTypes, semanticTokenModifiers, semanticTokenScopes } = manifest.contributes;
  /** Words of the protocol, which all editors support. */
  const STANDARD = new Set(
    'event parameter variable property function class declaration defaultLibrary'.split(' '),
  );
  const own = (names: readonly string[]) => names.filter((name) => !STANDARD.has(name)).sort();

  it('describes exactly the types and modifiers that are not standard', () => {
    expect(semanticTokenTypes.map(({ id }) => id).sort()).toEqual(own(TOKEN_TYPES));
    expect(semanticTokenModifiers.map(({ id }) => id).sort()).toEqual(own(TOKEN_MODIFIERS));
  });

  it('maps each of them to a scope in every language', () => {
    for (const { scopes } of semanticTokenScopes) {
      const words = new Set(Object.keys(scopes).flatMap((selector) => selector.split('.')));
      for (const name of [...own(TOKEN_TYPES), ...own(TOKEN_MODIFIERS)]) expect(words).toContain(name);
    }
    expect(semanticTokenScopes.map(({ language }) => language)).toEqual(['atomic-state', 'json', 'jsonc']);
  });
});
