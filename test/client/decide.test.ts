import { beforeEach, expect, it, vi } from 'vitest';
import { CommandArguments } from '../../client/commands/command-arguments';
import { ignoreAsStateFile, treatAsStateFile } from '../../client/commands/decide';
import { matchesGlob } from '../../server/text/glob';

/** An editor with one document, whose folder is the workspace. */
const editor = {
  path: '/ws/bots/one.yaml',
  languageId: 'yaml',
  byName: [] as readonly string[],
  setLanguage: true,
  messages: [] as string[],
};

vi.mock('vscode', () => {
  const document = () => ({ uri: uriOf(editor.path), languageId: editor.languageId });
  const uriOf = (path: string) => ({ path, toString: () => `file://${path}` });
  return {
    Uri: class {},
    ConfigurationTarget: { Workspace: 2, WorkspaceFolder: 3 },
    l10n: { t: (text: string) => text },
    languages: {
      setTextDocumentLanguage: async (_: unknown, languageId: string) => {
        editor.languageId = languageId;
      },
    },
    window: {
      get activeTextEditor() {
        return { document: document() };
      },
      showInformationMessage: async (message: string) => {
        editor.messages.push(message);
      },
    },
    workspace: {
      get textDocuments() {
        return [document()];
      },
      workspaceFolders: [{}],
      getWorkspaceFolder: ({ path }: { path: string }) =>
        path.startsWith('/ws/') ? { uri: uriOf('/ws') } : undefined,
      getConfiguration: () => ({
        get: (name: string) => (name === 'detect.byName' ? editor.byName : editor.setLanguage),
        update: async (_: string, value: readonly string[]) => {
          editor.byName = value;
        },
      }),
    },
  };
});

// The commands use nothing else of the extension.
const tools = {} as Parameters<typeof treatAsStateFile>[0];
const given = new CommandArguments(undefined);

beforeEach(() => {
  Object.assign(editor, { path: '/ws/bots/one.yaml', languageId: 'yaml', byName: [], setLanguage: true });
  editor.messages = [];
});

it('treats a file as a state file, and ignores it again', async () => {
  editor.byName = ['other/**'];
  await treatAsStateFile(tools, given);
  expect(editor).toMatchObject({ languageId: 'atomic-state', byName: ['other/**', './bots/one.yaml'] });
  await ignoreAsStateFile(tools, given);
  expect(editor).toMatchObject({ languageId: 'yaml', byName: ['other/**', '!./bots/one.yaml'] });
  await treatAsStateFile(tools, given);
  expect(editor).toMatchObject({ languageId: 'atomic-state', byName: ['other/**', './bots/one.yaml'] });
});

it('writes a pattern that matches only this file', async () => {
  editor.path = '/ws/a{b}*.yaml';
  await treatAsStateFile(tools, given);
  const [pattern = ''] = editor.byName;
  expect(matchesGlob(pattern, 'a{b}*.yaml')).toBe(true);
  expect(matchesGlob(pattern, 'ab.yaml')).toBe(false);
  expect(matchesGlob(pattern, 'below/a{b}*.yaml')).toBe(false);
});

it('keeps the language of JSON, and of YAML if a setting disables the change', async () => {
  editor.setLanguage = false;
  await treatAsStateFile(tools, given);
  expect(editor.languageId).toBe('yaml');
  Object.assign(editor, { path: '/ws/a.json', languageId: 'json', setLanguage: true });
  await treatAsStateFile(tools, given);
  expect(editor.languageId).toBe('json');
});

it('sets the language outside of workspace folders, or says what to do', async () => {
  editor.path = '/elsewhere/one.yaml';
  await treatAsStateFile(tools, given);
  expect(editor).toMatchObject({ languageId: 'atomic-state', byName: [], messages: [] });
  await ignoreAsStateFile(tools, given);
  expect(editor.messages).toHaveLength(1);
});
