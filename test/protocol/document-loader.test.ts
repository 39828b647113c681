import { expect, it } from 'vitest';
import { Workspace } from '../../server/project/workspace';
import { ChangeSignal } from '../../server/protocol/change-signal';
import { DocumentLoader } from '../../server/protocol/document-loader';
import { WorkMonitor } from '../../server/watchdog/work-monitor';
import { countExecutions } from '../support/executions';
import { addressOf, provideFiles, ROOT } from '../support/workspace';

const ADDRESS = addressOf('main.yaml');
const parts = Array.from({ length: 2000 }, (_, at) => `{{context.v${at}}} `).join('');
const text = (words: string) => `type: automata\ninitial: s\nstates:\n  s:\n    render: {text: "${words}"}\n`;

it('an edited document is replaced once its long unit is parsed', async () => {
  const workspace = new Workspace();
  workspace.setFolders([ROOT]);
  const loader = new DocumentLoader(workspace, new ChangeSignal(), new WorkMonitor());
  expect(await loader.open(ADDRESS, 'yaml', text(parts))).toBe(true);
  const before = workspace.document(ADDRESS);
  const edit = (words: string) => before?.withText(text(parts + words)) ?? expect.fail();
  const first = loader.update(ADDRESS, edit('a'));
  expect(workspace.document(ADDRESS)).toBe(before);
  const over = loader.whenRead(ADDRESS);
  expect(over).toBeDefined();
  // An edit meanwhile is read as well.
  expect(loader.edit(ADDRESS, () => edit('b'))).toBe(true);
  expect(await first).toBe(true);
  await over;
  expect(loader.whenRead(ADDRESS)).toBeUndefined();
  expect(workspace.document(ADDRESS)?.text).toBe(text(`${parts}b`));
  expect([...workspace.openFiles]).toEqual([ADDRESS]);
});

it('an edited document is precomputed before it is replaced', async () => {
  const workspace = new Workspace();
  workspace.setFolders([ROOT]);
  const loader = new DocumentLoader(workspace, new ChangeSignal(), new WorkMonitor());
  await loader.open(ADDRESS, 'yaml', text(parts));
  const document = workspace.document(ADDRESS)?.withText(text(`${parts}a`)) ?? expect.fail();
  workspace.prepareEdited(ADDRESS, document);
  for (const _ of workspace.precompute(ADDRESS, 'yaml', document));
  const executions = countExecutions(() => workspace.openFile(ADDRESS, 'yaml', document.text));
  expect([executions.get('facts') ?? 0, executions.get('symbols') ?? 0]).toEqual([0, 0]);
});

it('requests for an automata wait for a document of it that is opened with another text than the known one', async () => {
  const workspace = new Workspace();
  workspace.setFolders([ROOT]);
  const loader = new DocumentLoader(workspace, new ChangeSignal(), new WorkMonitor());
  const [part, known] = [addressOf('state/part.yaml'), 'part:\n  render: {text: A}\n'];
  const main = 'type: automata\ninitial: part\nstates: !include state\n';
  await loader.open(ADDRESS, 'yaml', main);
  provideFiles(workspace, new Map([[part, known]]));
  for (const [opened, isAwaited] of [
    [known, false],
    [`unsaved:\n  render: {text: "${parts}"}\n${known}`, true],
  ] as const) {
    const opening = loader.open(part, 'yaml', opened);
    expect(loader.whenRead(ADDRESS) !== undefined).toBe(isAwaited);
    await opening;
    expect(loader.whenRead(ADDRESS)).toBeUndefined();
    workspace.closeFile(part);
  }
});

it('requests wait for an edited document if its automata may concern them', async () => {
  const workspace = new Workspace();
  workspace.setFolders([ROOT]);
  const loader = new DocumentLoader(workspace, new ChangeSignal(), new WorkMonitor());
  const other = addressOf('other.yaml');
  await loader.open(ADDRESS, 'yaml', text(parts).replace('states:', 'context: !include state\nstates:'));
  await loader.open(other, 'yaml', text(''));
  const document = workspace.document(ADDRESS)?.withText(text(`${parts}a`)) ?? expect.fail();
  const reading = loader.update(ADDRESS, document);
  expect(loader.whenRead(ADDRESS)).toBeDefined();
  expect(loader.whenRead(other)).toBeUndefined();
  expect(loader.whenRead(undefined)).toBeDefined();
  await reading;
});
