import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draws } from '../../support/depth';
import { parseFixture } from '../../support/fixture';
import { describeSamples } from '../../support/real-files';
import { sandboxMaker } from '../conversation';
import { compareWithRuns } from './compare';
import { automataIn, type RunSubject, randomSubject } from './subjects';
import { Total } from './total';

const ROOT = join(import.meta.dirname, '../../..');
const RANDOM_PROJECTS = draws(25, 40);
const LIMITS = { maxSteps: 40, maxMilliseconds: 2_000 };

async function compared(subjects: readonly RunSubject[]): Promise<Total> {
  const newSandbox = await sandboxMaker();
  const total = new Total();
  for (const { name, files, main } of subjects)
    total.add(name, compareWithRuns(files, main, newSandbox, LIMITS));
  return total;
}

/** Automata, and the least number of expressions whose types are compared. */
type Explored = readonly [automata: readonly RunSubject[], types: number];

const examples = (): Explored => [automataIn(join(ROOT, 'examples'), 'examples'), 20];
const real = (folder: string): Explored => [automataIn(folder, 'real'), 60];

describeSamples(examples, real, ([automata, types]) => {
  it('rules and runs agree', { timeout: 60_000 }, async () => {
    const total = await compared(automata);
    expect(total.lines).toEqual([]);
    expect(total.types).toBeGreaterThan(types);
  });
});

it('rules and runs agree on random projects', { timeout: 60_000 }, async () => {
  const total = await compared(Array.from({ length: RANDOM_PROJECTS }, (_, seed) => randomSubject(seed)));
  expect(total.lines).toEqual([]);
  expect(total.subjects).toBeGreaterThan(RANDOM_PROJECTS / 2);
  expect([...total.confirmed.keys()]).toEqual(
    expect.arrayContaining(['unknown-variable', 'unreachable-state']),
  );
});

/** What was contradicted once. */
it('rules and runs agree on single random projects', { timeout: 60_000 }, async () => {
  const total = await compared([230, 300].map(randomSubject));
  expect(total.lines).toEqual([]);
  expect([...total.outOfReach.keys()]).toEqual(
    expect.arrayContaining([
      'names that a misplaced special event would pass',
      'states that a wrong target or a missing transition may be meant for',
    ]),
  );
});

it('the value of `UNSTABLE_button_id` is the id of the button', { timeout: 60_000 }, async () => {
  const { files } = parseFixture(
    `=== main.yaml\ninitial: a\nstates:\n  a:\n    render: {text: A, buttons: [{content: Go, on_click: go, UNSTABLE_button_id: one}]}\n    transitions: {go: b}\n` +
      `  b:\n    inputs: {id: {type: text, value: UNSTABLE_button_id}}\n    render: {text: '{{id}}'}\n    properties: {is_final: true}\n`,
  );
  const total = await compared([{ name: 'button id', files, main: 'main.yaml' }]);
  expect(total.lines).toEqual([]);
});
