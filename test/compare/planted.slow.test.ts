import { expect, it } from 'vitest';
import { sandboxMaker } from '../run/conversation';
import { automataIn, type RunSubject, randomSubject } from '../run/rules/subjects';
import { draws, stepOf } from '../support/depth';
import { describeRealFiles } from '../support/real-files';
import { comparedBehaviour, missesOf, plantedChanges, programFor } from './agents';

it('planted changes are reported with a conversation that shows them', { timeout: 1_200_000 }, async () => {
  const all = plantedChanges();
  expect(all.length).toBeGreaterThanOrEqual(60);
  const changes = all.filter((_, index) => index % stepOf(24, 12) === 0);
  const misses = missesOf(changes, await sandboxMaker(), 300);
  // Some need more turns than that.
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(Math.ceil(changes.length * 0.05));
});

/** The number of automata that do not differ from themselves; those that cannot be run are left out. */
async function sameAsThemselves(subjects: readonly RunSubject[], maxSteps: number): Promise<number> {
  const sandbox = await sandboxMaker();
  let count = 0;
  for (const subject of subjects) {
    const versions = runnable(subject);
    if (versions === undefined) continue;
    const { behaviour, turns } = comparedBehaviour(...versions, sandbox, maxSteps);
    expect([subject.name, behaviour]).toEqual([subject.name, []]);
    // In a few random projects, both directions get to the same situation by different events.
    expect(turns).toBeLessThanOrEqual(4 * maxSteps);
    count++;
  }
  return count;
}

function runnable(subject: RunSubject) {
  try {
    return [programFor(subject), programFor(subject)] as const;
  } catch {
    return undefined;
  }
}

it('random projects do not differ from themselves', { timeout: 600_000 }, async () => {
  const subjects = Array.from({ length: draws(20, 30) }, (_, seed) => randomSubject(seed));
  expect(await sameAsThemselves(subjects, 15)).toBeGreaterThanOrEqual(subjects.length * 0.8);
});

describeRealFiles((folder) => {
  it('do not differ from themselves', { timeout: 600_000 }, async () => {
    expect(await sameAsThemselves(automataIn(folder, 'real'), 300)).toBeGreaterThan(0);
  });
});
