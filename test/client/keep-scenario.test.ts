import { beforeEach, expect, it, vi } from 'vitest';
import type { Uri } from 'vscode';
import { keepScenario } from '../../client/tests/keep-scenario';

const shown = vi.hoisted(() => ({
  there: new Set<string>(),
  created: [] as { uri: string; options: unknown }[],
  opened: [] as string[],
  errors: [] as string[],
  isApplied: true,
}));

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  FileSystemError: class {},
  Uri: { joinPath: (_main: unknown, _up: string, name: string) => `/bot/${name}` },
  WorkspaceEdit: class {
    createFile(uri: string, options: unknown) {
      shown.created.push({ uri, options });
    }
  },
  window: {
    showTextDocument: async (uri: string) => shown.opened.push(uri),
    showErrorMessage: async (text: string) => shown.errors.push(text),
  },
  workspace: {
    fs: {
      stat: async (uri: string) => {
        if (!shown.there.has(uri)) throw new Error('There is no such file.');
      },
    },
    applyEdit: async () => shown.isApplied,
  },
}));

const main = '/bot/main.yaml' as unknown as Uri;

beforeEach(() => {
  shown.there.clear();
  for (const list of [shown.created, shown.opened, shown.errors]) list.length = 0;
  shown.isApplied = true;
});

it('saves a finding in a new file next to the main file, and opens it', async () => {
  await keepScenario({ main, code: 'dead-end', text: 'scenarios: []' });
  const contents = new TextEncoder().encode('scenarios: []');
  expect(shown.created).toEqual([
    { uri: '/bot/dead-end.scenario.yaml', options: { overwrite: false, contents } },
  ]);
  expect(shown.opened).toEqual(['/bot/dead-end.scenario.yaml']);
});

it('never replaces a file', async () => {
  shown.there.add('/bot/dead-end.scenario.yaml').add('/bot/dead-end-2.scenario.yaml');
  await keepScenario({ main, code: 'dead-end', text: '' });
  expect(shown.created.map(({ uri }) => uri)).toEqual(['/bot/dead-end-3.scenario.yaml']);
});

it('opens nothing if the file could not be written', async () => {
  shown.isApplied = false;
  await keepScenario({ main, code: 'dead-end', text: '' });
  expect(shown.opened).toEqual([]);
  expect(shown.errors).toEqual(['The scenario could not be written.']);
});
