import { beforeEach, expect, it, vi } from 'vitest';
import type { BaseLanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import { applyVersionedEdit } from '../../../client/graph/edit/apply-edit';

interface Text {
  readonly uri: string;
  readonly version: number;
  isDirty: boolean;
  save(): Promise<boolean>;
}

/** The open texts, and what happens, in order. */
const { texts, log } = vi.hoisted(() => ({ texts: [] as Text[], log: [] as string[] }));

vi.mock('vscode', () => ({
  workspace: {
    textDocuments: texts,
    openTextDocument: async (uri: string) => {
      log.push(`open ${uri}`);
      texts.push(textOf(uri, 1));
    },
    applyEdit: async () => log.push('apply') > 0,
  },
}));

// The client's own module loads VS Code by itself.
vi.mock('vscode-languageclient', () => import('vscode-languageserver-protocol'));

function textOf(uri: string, version: number, isDirty = false, canSave = true): Text {
  const save = async () => {
    log.push(`save ${uri}`);
    text.isDirty = !canSave;
    return canSave;
  };
  const text = { uri, version, isDirty, save };
  return text;
}

const client = {
  protocol2CodeConverter: { asUri: (uri: string) => uri, asWorkspaceEdit: async (edit: unknown) => edit },
} as unknown as BaseLanguageClient;

/** Deletes `a`, whose text has a version. */
const deletion = (version: number | null): WorkspaceEdit => ({
  documentChanges: [
    { textDocument: { uri: 'a', version }, edits: [] },
    { kind: 'delete', uri: 'a' },
  ],
});

beforeEach(() => {
  texts.length = 0;
  log.length = 0;
});

it('opens a file before it is deleted, so that its version is known', async () => {
  expect(await applyVersionedEdit(client, deletion(null))).toBe('old');
  expect(await applyVersionedEdit(client, deletion(1))).toBe('applied');
  expect(log).toEqual(['open a', 'apply']);
});

it('does not delete a file with another text', async () => {
  texts.push(textOf('a', 3));
  expect(await applyVersionedEdit(client, deletion(2))).toBe('old');
  expect(log).toEqual([]);
});

it('saves a text before its file is deleted, so that undo restores it', async () => {
  texts.push(textOf('a', 2, true));
  expect(await applyVersionedEdit(client, deletion(2))).toBe('applied');
  expect(log).toEqual(['save a', 'apply']);
});

it('does not delete a text that cannot be saved', async () => {
  texts.push(textOf('a', 2, true, false));
  expect(await applyVersionedEdit(client, deletion(2))).toBe('failed');
  expect(log).toEqual(['save a']);
});

it('applies an edit without changes by doing nothing', async () => {
  expect(await applyVersionedEdit(client, { documentChanges: [] })).toBe('applied');
  expect(log).toEqual([]);
});
