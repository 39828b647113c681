import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Uri } from 'vscode';
import { askForRevision } from '../../../client/compare/ask-for-revision';
import { type GitApi, type GitRepository, gitApi, repositoryOf } from '../../../client/compare/git';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly kind?: number;
}

const editor = vi.hoisted(() => ({
  git: undefined as unknown,
  pick: undefined as unknown as FakePick,
}));

class FakePick {
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  value = '';
  busy = false;
  change = () => {};
  accept = () => {};
  hide = () => {};
  onDidChangeValue = (listener: () => void) => (this.change = listener);
  onDidAccept = (listener: () => void) => (this.accept = listener);
  onDidHide = (listener: () => void) => (this.hide = listener);
  show(): void {}
  dispose(): void {}

  enter(value: string): void {
    this.value = value;
    this.change();
  }

  take(label: string): void {
    this.selectedItems = this.items.filter((one) => one.label === label);
    this.accept();
  }
}

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...given: readonly string[]) => text.replace(/\{(\d)\}/g, (_, at) => given[at] ?? ''),
  },
  QuickPickItemKind: { Separator: -1 },
  Uri: { joinPath: (file: string) => `${file}/..` },
  extensions: { getExtension: () => editor.git },
  window: {
    createQuickPick: () => {
      editor.pick = new FakePick();
      return editor.pick;
    },
  },
}));

const file = '/bot/main.yaml' as unknown as Uri;

describe('the Git extension', () => {
  const extension = (api: () => unknown, enabled = true) => ({
    activate: async () => ({ enabled, getAPI: api }),
  });

  it.each([
    ['is missing', undefined],
    ['is turned off', extension(() => ({ state: 'initialized' }), false)],
    [
      'has no version 1',
      extension(() => {
        throw new Error('Unknown version');
      }),
    ],
    ['cannot be activated', { activate: () => Promise.reject(new Error('no git')) }],
  ])('is not used if it %s', async (_, git) => {
    editor.git = git;
    expect(await gitApi()).toBeUndefined();
  });

  it('is used once it knows the repositories', async () => {
    let state = 'uninitialized';
    let changed: (state: string) => void = () => {};
    const api = {
      get state() {
        return state;
      },
      onDidChangeState: (listener: typeof changed) => {
        changed = listener;
        return { dispose: () => {} };
      },
    };
    editor.git = extension(() => api);
    const found = gitApi();
    await vi.waitFor(() => expect(changed.length).toBe(1));
    state = 'initialized';
    changed(state);
    expect(await found).toBe(api);
  });

  it('opens the repository of a file in a folder that it has not searched', async () => {
    const repository = {};
    const opened: unknown[] = [];
    const openRepository = async (root: unknown) => {
      opened.push(root);
      return repository;
    };
    const api = { getRepository: () => null, openRepository } as unknown as GitApi;
    expect(await repositoryOf(api, file)).toBe(repository);
    expect(opened).toEqual(['/bot/main.yaml/..']);
    const none = { getRepository: () => null } as unknown as GitApi;
    expect(await repositoryOf(none, file)).toBeUndefined();
  });
});

describe('the revisions to compare with', () => {
  const hash = (letter: string) => letter.repeat(40);
  const repository: GitRepository = {
    rootUri: file,
    state: {
      HEAD: { type: 0, name: 'topic', commit: hash('a'), upstream: { remote: 'origin', name: 'main' } },
    },
    getRefs: async () => [
      { type: 0, name: 'main', commit: hash('b') },
      { type: 1, name: 'origin/main', commit: hash('b') },
      { type: 2, name: 'v1', commit: hash('c') },
    ],
    log: async () => [
      { hash: hash('a'), message: 'Greet people\n\nMore.' },
      { hash: hash('c'), message: 'Begin' },
    ],
    getMergeBase: async () => hash('c'),
  };
  const shown = () =>
    editor.pick.items.map(({ label, description }) =>
      description === undefined ? label : `${label}: ${description}`,
    );
  let asked: ReturnType<typeof askForRevision>;

  async function ask(given: GitRepository): Promise<void> {
    asked = askForRevision(given, 'Compare');
    await vi.waitFor(() => expect(editor.pick.busy).toBe(false));
  }

  beforeEach(() => ask(repository));

  it('are HEAD, the upstream and the merge base first, then branches, tags and commits', () => {
    expect(shown()).toEqual([
      'HEAD: Greet people',
      'origin/main: upstream of topic',
      'cccccccc: merge base with origin/main',
      'Branches',
      'main: bbbbbbbb',
      'Remote branches',
      'origin/main: bbbbbbbb',
      'Tags',
      'v1: cccccccc',
      'Commits',
      'aaaaaaaa: Greet people',
      'cccccccc: Begin',
    ]);
  });

  it('are selected, or entered', async () => {
    editor.pick.take('cccccccc');
    expect(await asked).toEqual({ revision: hash('c'), label: 'cccccccc' });
    await ask(repository);
    editor.pick.enter('HEAD~3');
    editor.pick.take('Compare with HEAD~3');
    expect(await asked).toEqual({ revision: 'HEAD~3', label: 'HEAD~3' });
    await ask(repository);
    editor.pick.enter('v1');
    expect(shown()).not.toContain('Compare with v1');
    editor.pick.hide();
    expect(await asked).toBeUndefined();
  });

  it('are those that the extension can list', async () => {
    const failing = () => Promise.reject(new Error('git'));
    const refs = [{ type: 0, name: 'main', commit: hash('b') }] as const;
    await ask({ rootUri: file, state: { HEAD: undefined, refs }, getRefs: failing, log: failing });
    expect(shown()).toEqual(['HEAD: last commit', 'Branches', 'main: bbbbbbbb']);
    await ask({ rootUri: file, state: { HEAD: undefined } });
    expect(shown()).toEqual(['HEAD: last commit']);
  });
});
