import { expect, it } from 'vitest';
import type { Task } from '../../server/engine/task';
import { Workspace } from '../../server/project/workspace';
import { DiagnosticsProvider } from '../../server/protocol/findings';
import { SemanticTokens } from '../../server/protocol/semantic-tokens';
import { DEFAULT_SETTINGS } from '../../server/protocol/settings';
import { countExecutions } from '../support/executions';
import { addressOf, ROOT } from '../support/workspace';
import { GROWTH_CASES } from './growth/growth-cases';

/** Between two steps other requests are answered. */
function countSteps(task: Task<unknown>): number {
  let count = 1;
  while (task.next().done !== true) count++;
  return count;
}

it.each([
  ['expressions in one text', 1600],
  ['unknown targets in one state', 1500],
])('the steps for a large unit grow with its parts: %s', { timeout: 120_000 }, (name, n) => {
  const text = GROWTH_CASES[name]?.files(n)['main.yaml'] ?? '';
  const address = addressOf('main.yaml');
  const workspace = new Workspace();
  workspace.folders = [ROOT];
  const findings = new DiagnosticsProvider(workspace, () => DEFAULT_SETTINGS, String);
  const document = workspace.prepare(address, 'atomic-state', text);
  expect(countSteps(workspace.precompute(address, 'atomic-state', document))).toBeGreaterThan(2 * n);
  // No long computation remains when the file is added.
  const opening = countExecutions(() => workspace.openFile(address, 'atomic-state', text));
  expect([opening.get('facts') ?? 0, opening.get('symbols') ?? 0]).toEqual([0, 0]);
  expect(countSteps(findings.diagnosticsTask(address))).toBeGreaterThan(2 * n);
  expect(countSteps(new SemanticTokens(workspace).full(address))).toBeGreaterThan(n);
});
