import { expect, it } from 'vitest';
import type { Address } from '../../server/project/files/paths';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

/** Caching of addresses without a file. */

const NOTHING: ReadonlyMap<Address, string> = new Map();
const TEXT = 'type: automata\ninitial: a\nstates:\n  a:\n    render: {text: hi}\n';

it('discards an unsaved text when it is closed', () => {
  const workspace = workspaceOf([]);
  const address = addressOf('new.yaml');
  workspace.openFile(address, 'yaml', TEXT);
  workspace.refreshProjects(address);
  // Open documents are known, so listeners are not notified again.
  expect(workspace.drainPending().filter((one) => workspace.setPaths([[one, { kind: 'missing' }]]))).toEqual(
    ['atomic-state.config.yaml', 'atomic-state.config.json'].map(addressOf),
  );
  workspace.closeFile(address);
  provideFiles(workspace, NOTHING);
  expect(workspace.document(address)).toBeUndefined();
  expect([...workspace.allProjects]).toEqual([]);
  expect(workspace.isRelevant(address)).toBe(false);
});

it('requests a missing file once', () => {
  const workspace = workspaceOf([]);
  const address = addressOf('new.yaml');
  workspace.openFile(address, 'yaml', 'type: automata\ncontext:\n  a: !oneline hello.txt\n');
  const hello = addressOf('hello.txt');
  expect(workspace.drainPending()).toContain(hello);
  workspace.setPaths([[hello, { kind: 'missing' }]]);
  expect(workspace.isRelevant(hello)).toBe(true);
  provideFiles(workspace, NOTHING);
  workspace.editFile(address, (document) => document.edit(0, 0, '#\n'));
  expect(workspace.drainPending()).not.toContain(hello);
});

it('remembers a deleted file as missing', () => {
  const workspace = workspaceOf([{ path: 'main.yaml', text: TEXT }]);
  const address = addressOf('main.yaml');
  expect(workspace.setPaths([[address, { kind: 'missing' }]])).toBe(true);
  expect(workspace.document(address)).toBeUndefined();
  expect(workspace.isRelevant(address)).toBe(true);
});
