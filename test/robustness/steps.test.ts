import { afterAll, expect, it } from 'vitest';
import type { Task } from '../../server/engine/task';
import { FAMILIES } from './growth/families';
import { steepest, total, type Work, WorkCounter } from './growth/work';

/** How many steps are counted together: to count takes long. */
const STEPS = 25;

/** No other request waits for more than this part of the work. */
const MAX_PART = 0.15;

const counter = new WorkCounter();
// Loops are only counted in functions that are compiled later.
await counter.start();
const { addressOf, ROOT } = await import('../support/workspace');
const { DEFAULT_SETTINGS } = await import('../../server/protocol/settings');
const { Workspace } = await import('../../server/project/workspace');
const { Findings } = await import('../../server/protocol/findings');
const { SemanticTokens } = await import('../../server/protocol/semantic-tokens');
afterAll(() => counter.stop());

/** The work of a task between the points at which other requests are answered. */
async function stretches(work: () => Task<unknown>): Promise<Work[]> {
  const all: Work[] = [];
  let task: Task<unknown> | undefined;
  for (let isDone = false; !isDone; ) {
    const stretch = await counter.count(async () => {
      task ??= work();
      for (let step = 0; step < STEPS && !isDone; step++) isDone = task.next().done === true;
    });
    all.push(stretch);
  }
  return all;
}

it.each([
  ['expressions in one text', 2000],
  ['wrong expressions in one text', 3500],
  ['unknown targets in one state', 1500],
  ['outputs', 1000],
  ['context variables', 2000],
])('a large unit lets others have their turn: %s', { timeout: 120_000 }, async (name, n) => {
  const text = FAMILIES[name]?.files(n)['main.yaml'] ?? '';
  const address = addressOf('main.yaml');
  const workspace = new Workspace();
  workspace.folders = [ROOT];
  const findings = new Findings(
    workspace,
    () => DEFAULT_SETTINGS,
    (one) => one,
  );
  const document = workspace.prepare(address, 'atomic-state', text);
  // The parser of the library cannot be interrupted.
  document.units.map(({ parsed }) => parsed);
  const works = [...(await stretches(() => workspace.reading(address, 'atomic-state', document)))];
  works.push(await counter.count(async () => workspace.openFile(address, 'atomic-state', text)));
  works.push(...(await stretches(() => findings.diagnosing(address))));
  works.push(...(await stretches(() => new SemanticTokens(workspace).full(address))));
  const sum = works.reduce((so, one) => so + total(one), 0);
  const longest = works.reduce((a, b) => (total(b) > total(a) ? b : a));
  const part = total(longest) / sum;
  expect({ part, functions: part > MAX_PART ? steepest(new Map(), longest, 0) : [] }).toEqual({
    part,
    functions: [],
  });
});
