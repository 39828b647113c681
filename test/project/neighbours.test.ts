import { describe, expect, it } from 'vitest';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from '../../server/project/settings';
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

describe('a main file beside state files', () => {
  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    [
      'in its folder',
      { 'bot/main.yaml': 'initial: a\n', 'bot/a.state.yaml': STATE },
      ['bot/a.state.yaml', 'bot/main.yaml'],
    ],
    [
      'in a folder of its folder',
      { 'bot/main.yml': 'initial: a\n', 'bot/state/a.state.yaml': STATE },
      ['bot/main.yml', 'bot/state/a.state.yaml'],
    ],
    ['elsewhere', { 'bot/main.yaml': 'initial: a\n', 'x/a.state.yaml': STATE }, ['x/a.state.yaml']],
    ['further below', { 'main.yaml': 'initial: a\n', 'x/y/a.state.yaml': STATE }, ['x/y/a.state.yaml']],
    [
      'of another format',
      { 'bot/main.yaml': 'services: {}\n', 'bot/a.state.yaml': STATE },
      ['bot/a.state.yaml'],
    ],
    [
      'beside a main file',
      { 'main.yaml': 'initial: a\n', 'a/main.yaml': 'type: automata\n' },
      ['a/main.yaml'],
    ],
  ])('%s', (_, files, expected) => {
    expect(known(files).ours()).toEqual(expected);
    expect(known(Object.fromEntries(Object.entries(files).reverse())).ours()).toEqual(expected);
  });

  it('follows the state files', () => {
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

  it('is not looked for where only names count', () => {
    const detect = { byContent: false, byName: [] };
    const files = { 'main.yaml': 'initial: a\n', 'a.state.yaml': STATE };
    expect(known(files, { detect }).ours()).toEqual(['a.state.yaml']);
  });
});
