import { describe, expect, it } from 'vitest';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from '../../server/project/files/settings';
import { Workspace } from '../../server/project/workspace';
import { addressOf, provideFiles, ROOT, stateOf } from '../support/workspace';

const STATE = 'render: {text: Hi}\n';

/** Files that become known one after the other, in their order. */
function known(files: Readonly<Record<string, string>>, settings: Partial<WorkspaceSettings> = {}) {
  const workspace = new Workspace();
  workspace.folders = [ROOT];
  workspace.configure(() => ({ ...DEFAULT_WORKSPACE_SETTINGS, ...settings }));
  const disk = new Map(Object.entries(files).map(([path, text]) => [addressOf(path), text]));
  for (const address of disk.keys()) {
    workspace.setPaths([[address, stateOf(disk, address)]]);
    provideFiles(workspace, disk);
  }
  const ours = () =>
    Object.keys(files)
      .filter((path) => workspace.source(addressOf(path)) !== undefined)
      .sort();
  return { workspace, disk, ours };
}

describe('a main file next to state files', () => {
  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    [
      'with state files in its folder',
      { 'bot/main.yaml': 'initial: a\n', 'bot/a.state.yaml': STATE },
      ['bot/a.state.yaml', 'bot/main.yaml'],
    ],
    [
      'with state files in a subfolder',
      { 'bot/main.yml': 'initial: a\n', 'bot/state/a.state.yaml': STATE },
      ['bot/main.yml', 'bot/state/a.state.yaml'],
    ],
    [
      'with state files elsewhere',
      { 'bot/main.yaml': 'initial: a\n', 'x/a.state.yaml': STATE },
      ['x/a.state.yaml'],
    ],
    [
      'with state files in a nested subfolder',
      { 'main.yaml': 'initial: a\n', 'x/y/a.state.yaml': STATE },
      ['x/y/a.state.yaml'],
    ],
    [
      'of another format',
      { 'bot/main.yaml': 'services: {}\n', 'bot/a.state.yaml': STATE },
      ['bot/a.state.yaml'],
    ],
    [
      'with another main file in a subfolder',
      { 'main.yaml': 'initial: a\n', 'a/main.yaml': 'type: automata\n' },
      ['a/main.yaml'],
    ],
  ])('%s', (_, files, expected) => {
    expect(known(files).ours()).toEqual(expected);
    expect(known(Object.fromEntries(Object.entries(files).reverse())).ours()).toEqual(expected);
  });

  it('changes with the state files', () => {
    const { workspace, disk, ours } = known({ 'main.yaml': 'initial: a\n', 'a.state.yaml': STATE });
    const state = addressOf('a.state.yaml');
    expect(ours()).toEqual(['a.state.yaml', 'main.yaml']);
    workspace.openFile(state, 'yaml', 'services: {}\nvolumes: {}\n');
    expect(ours()).toEqual([]);
    workspace.editFile(state, (document) => document.withText(STATE));
    expect(ours()).toEqual(['a.state.yaml', 'main.yaml']);
    workspace.closeFile(state);
    disk.delete(state);
    provideFiles(workspace, disk);
    expect(ours()).toEqual([]);
  });

  it('is not detected if detection by content is off', () => {
    const detect = { byContent: false, byName: [] };
    const files = { 'main.yaml': 'initial: a\n', 'a.state.yaml': STATE };
    expect(known(files, { detect }).ours()).toEqual(['a.state.yaml']);
  });
});
