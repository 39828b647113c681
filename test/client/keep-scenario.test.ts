import { beforeEach, expect, it, vi } from 'vitest';
import type { Uri } from 'vscode';
import { namedScenarioUri } from '../../client/new-scenario';
import { keepScenario } from '../../client/tests/keep-scenario';

const shown = vi.hoisted(() => ({
  there: new Set<string>(),
  created: [] as { uri: string; options: unknown }[],
  opened: [] as string[],
  errors: [] as string[],
  isApplied: true,
  isAccepted: false,
  run: [] as string[],
}));

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  commands: { executeCommand: async (id: string, uri: string) => shown.run.push(`${id} ${uri}`) },
  FileSystemError: class {},
  ViewColumn: { One: 1 },
  Uri: class {},
  WorkspaceEdit: class {
    createFile(uri: string, options: unknown) {
      shown.created.push({ uri, options });
    }
  },
  window: {
    showTextDocument: async (uri: string) => shown.opened.push(uri),
    showErrorMessage: async (text: string) => shown.errors.push(text),
    showInformationMessage: async (_text: string, button: string) => (shown.isAccepted ? button : undefined),
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

vi.mock('../../client/commands/display-uri', () => ({
  displayUri: (uri: string) => uri,
  uriBeside: (_main: unknown, name: string) => `/bot/${name}`,
}));

const main = '/bot/main.yaml' as unknown as Uri;

beforeEach(() => {
  shown.there.clear();
  for (const list of [shown.created, shown.opened, shown.errors, shown.run]) list.length = 0;
  shown.isApplied = true;
  shown.isAccepted = false;
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

it('runs the scenario if the user wants that', async () => {
  await keepScenario({ main, code: 'dead-end', text: '' });
  expect(shown.run).toEqual([]);
  shown.isAccepted = true;
  await keepScenario({ main, code: 'loop', text: '' });
  await vi.waitFor(() => expect(shown.run).toEqual(['atomicState.runScenarios /bot/loop.scenario.yaml']));
});

it.each([
  ['ada', 'ada.scenario.yaml'],
  ['ada.yaml', 'ada.scenario.yaml'],
  ['ada.scenario', 'ada.scenario.yaml'],
  ['ada.scenario.yml', 'ada.scenario.yml'],
  ['a.b', 'a.b.scenario.yaml'],
  ['scenario', 'scenario.scenario.yaml'],
])('takes the name %s for the scenario file %s', (name, file) => {
  const uri = (path: string): object => ({ path, with: (change: { path: string }) => uri(change.path) });
  expect(namedScenarioUri(uri(`/bot/${name}`) as Uri).path).toBe(`/bot/${file}`);
});
