import { describe, expect, it } from 'vitest';
import { documentSymbols } from '../../server/features/document-symbols';
import { DEFAULT_WORKSPACE_SETTINGS } from '../../server/project/files/settings';
import { BACKGROUND } from '../support/background';
import { addressOf, findingsOf, provideFiles, workspaceOf } from '../support/workspace';

const OWN = 'modules:\n  Weather: { output_name: weather, fields: { city: {} } }\n';
const MAIN =
  "initial: home\nstates:\n  home:\n    tasks:\n      - module_type: Weather\n        module_config: { town: x }\n    render: { text: '{{weather}} {{sun}}' }\n";
const FILES = [
  { path: 'own-modules.yaml', text: OWN },
  { path: 'main.yaml', text: MAIN },
];
const MAIN_ONLY = FILES.slice(1);

function codes(workspace: ReturnType<typeof workspaceOf>): string[] {
  const found = findingsOf(workspace, MAIN_ONLY).filter(({ finding }) => !BACKGROUND.has(finding.rule.code));
  return found.map(({ start, end, finding }) => `${finding.rule.code} ${MAIN.slice(start, end)}`);
}

describe('own modules', () => {
  it('take effect while they are edited, as from scratch', () => {
    const workspace = workspaceOf(FILES, ['own-modules.yaml', 'main.yaml']);
    expect(codes(workspace)).toEqual(['unknown-field town', 'unknown-variable sun']);
    const at = OWN.indexOf('city');
    workspace.editFile(addressOf('own-modules.yaml'), (document) => document.edit(at, at + 4, 'town'));
    expect(codes(workspace)).toEqual(['unknown-variable sun']);
    const name = OWN.indexOf('weather');
    workspace.editFile(addressOf('own-modules.yaml'), (document) => document.edit(name, name + 7, 'sun'));
    expect(codes(workspace)).toEqual(['unknown-variable weather']);
    const scratch = workspaceOf([
      { path: 'own-modules.yaml', text: OWN.replace('city', 'town').replace('weather', 'sun') },
      ...MAIN_ONLY,
    ]);
    expect(codes(scratch)).toEqual(codes(workspace));
  });

  it('take effect when the setting changes', () => {
    const workspace = workspaceOf(FILES, [], { modules: [] });
    expect(codes(workspace)).toContain('unknown-module Weather');
    workspace.configure(() => ({ ...DEFAULT_WORKSPACE_SETTINGS, modules: ['own-modules.yaml'] }));
    // While the file is not read, nothing is reported.
    expect(codes(workspace)).toEqual([]);
    provideFiles(workspace, new Map([[addressOf('own-modules.yaml'), OWN]]));
    expect(codes(workspace)).toEqual(['unknown-field town', 'unknown-variable sun']);
    workspace.configure(() => DEFAULT_WORKSPACE_SETTINGS);
    expect(codes(workspace)).toContain('unknown-module Weather');
  });

  it('follow changes on disk', () => {
    const workspace = workspaceOf(FILES);
    workspace.setPaths([
      [addressOf('own-modules.yaml'), { kind: 'text', text: OWN.replace('city', 'town') }],
    ]);
    expect(codes(workspace)).toEqual(['unknown-variable sun']);
    workspace.setPaths([[addressOf('own-modules.yaml'), { kind: 'missing' }]]);
    expect(codes(workspace)).toEqual([]);
  });

  it.each(['../own-modules.yaml', '/elsewhere/own-modules.yaml', '../ws2/a.json'])(
    'are not read from outside the folder: %s',
    (path) => {
      const workspace = workspaceOf(MAIN_ONLY, [], { modules: [path] });
      expect(codes(workspace)).toContain('unknown-module Weather');
      expect(workspace.drainPending()).toEqual([]);
    },
  );

  it('keep the catalog after an irrelevant edit', () => {
    const workspace = workspaceOf(FILES, ['own-modules.yaml']);
    const before = workspace.source(addressOf('main.yaml'))?.catalog;
    workspace.editFile(addressOf('own-modules.yaml'), (document) => document.edit(0, 0, '# more\n'));
    expect(workspace.source(addressOf('main.yaml'))?.catalog).toBe(before);
  });

  it('provide names for tasks in the outline', () => {
    const text =
      "initial: a\nstates:\n  a:\n    tasks:\n      - module_type: AnyWidgetModule\n        module_config: { widget_id: '1' }\n";
    const files = [
      { path: 'own-modules.json', text: '{"widgets": {"1": {"name": "Painter"}}}' },
      { path: 'main.yaml', text },
    ];
    const outline = documentSymbols(workspaceOf(files), addressOf('main.yaml'));
    expect(JSON.stringify(outline)).toContain('"Painter"');
  });

  it.each([
    'modules: 1',
    'modules: [1, {a: 2}]',
    'modules: {A: {fields: [], values: x}}',
    '- 1',
    '',
    '&a [*a]',
  ])('accept invalid descriptions: %s', (text) => {
    const files = [{ path: 'own-modules.yaml', text }, ...MAIN_ONLY];
    expect(() => findingsOf(workspaceOf(files), files)).not.toThrow();
  });

  it('accept a recursive description', () => {
    const text = 'modules:\n  A: { fields: &f { a: { type: object, fields: *f } }, result: &r [*r] }\n';
    const files = [{ path: 'own-modules.yaml', text }, ...MAIN_ONLY];
    expect(() => findingsOf(workspaceOf(files), files)).not.toThrow();
  });
});
