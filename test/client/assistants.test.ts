import { beforeEach, expect, it, vi } from 'vitest';

/** An editor with two folders; the second is not on disk. */
const editor = {
  isTrusted: true,
  isEnabled: true,
  folders: ['file:///ws/bots', 'vscode-vfs://github/somebody/bot'],
  isProposal: false,
  listeners: [] as (() => void)[],
  registered: undefined as { id: string; provider: Provider } | undefined,
};

interface Provider {
  onDidChangeMcpServerDefinitions(listener: () => void): unknown;
  provideMcpServerDefinitions(): readonly unknown[];
}

vi.mock('vscode', () => {
  class Disposable {
    static from = () => new Disposable();
    dispose() {}
  }
  const listen = (listener: (event: object) => void) => {
    editor.listeners.push(() => listener({ affectsConfiguration: () => true }));
    return new Disposable();
  };
  return {
    Disposable,
    EventEmitter: class {
      private readonly all: (() => void)[] = [];
      readonly event = (listener: () => void) => this.all.push(listener);
      fire = () => {
        for (const one of this.all) one();
      };
      dispose() {}
    },
    McpStdioServerDefinition: class {
      constructor(...given: readonly unknown[]) {
        Object.assign(this, { given });
      }
    },
    lm: {
      registerMcpServerDefinitionProvider: (id: string, provider: Provider) => {
        if (editor.isProposal) throw new Error('CANNOT use API proposal');
        editor.registered = { id, provider };
        return new Disposable();
      },
    },
    l10n: { t: (text: string) => text },
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
      get workspaceFolders() {
        return editor.folders.map((text) => {
          const { protocol, pathname } = new URL(text);
          return { uri: { scheme: protocol.slice(0, -1), fsPath: pathname } };
        });
      },
      getConfiguration: () => ({ get: () => editor.isEnabled }),
      onDidGrantWorkspaceTrust: listen,
      onDidChangeWorkspaceFolders: listen,
      onDidChangeConfiguration: listen,
    },
  };
});

const { offerToAssistants } = await import('../../client/assistants');

beforeEach(() => {
  Object.assign(editor, {
    isProposal: false,
    isTrusted: true,
    isEnabled: true,
    listeners: [],
    registered: undefined,
  });
});

it('offers the server with the folders on disk as its roots', () => {
  offerToAssistants('/ext/dist/cli.js', '1.2.3');
  expect(editor.registered?.id).toBe('atomicState.assistants');
  expect(editor.registered?.provider.provideMcpServerDefinitions()).toEqual([
    {
      given: [
        'Atomic State',
        process.execPath,
        ['/ext/dist/cli.js', 'mcp', '--stdio', '--root', '/ws/bots'],
        { ELECTRON_RUN_AS_NODE: '1' },
        '1.2.3',
      ],
    },
  ]);
});

it('offers nothing in a workspace that is not trusted, without folders, or if it is turned off', () => {
  offerToAssistants('/ext/dist/cli.js', '1.2.3');
  const offered = () => editor.registered?.provider.provideMcpServerDefinitions().length;
  editor.isTrusted = false;
  expect(offered()).toBe(0);
  editor.isTrusted = true;
  editor.isEnabled = false;
  expect(offered()).toBe(0);
  editor.isEnabled = true;
  const { folders } = editor;
  editor.folders = folders.slice(1);
  expect(offered()).toBe(0);
  editor.folders = folders;
  expect(offered()).toBe(1);
});

it('tells VS Code when trust, folders or the setting change', () => {
  offerToAssistants('/ext/dist/cli.js', '1.2.3');
  let changes = 0;
  editor.registered?.provider.onDidChangeMcpServerDefinitions(() => changes++);
  for (const change of editor.listeners) change();
  expect(changes).toBe(3);
});

it('is silent in a version that only proposes the function', () => {
  editor.isProposal = true;
  offerToAssistants('/ext/dist/cli.js', '1.2.3').dispose();
  expect(editor.registered).toBeUndefined();
});
