import { expect, it } from 'vitest';
import { run, shown, smaller } from './run';
import type { Kind } from './starts';

/**
 * Edits for each kind of project. Longer: `ATOMIC_STATE_RUNS=50000 npx vitest run test/robustness/edits`, or, with
 * progress and to be gone on with, `npm run edits`.
 */
const EDITS = Number(process.env.ATOMIC_STATE_RUNS ?? 5200);
const SEED = process.env.ATOMIC_STATE_SEED ?? '20261121';

/** After any edits of any project of a kind, all that is said is what a fresh start would say. */
export function checkEdits(kind: Kind): void {
  it(`after any edits, what a fresh start would say: ${kind}`, { timeout: 36_000_000 }, () => {
    let edits = 0;
    for (let number = 0; edits < EDITS; number++) {
      const seed = `${SEED}:${number}`;
      const { edits: done, failure } = run(seed, kind);
      expect(failure && shown(seed, smaller(failure))).toBeUndefined();
      edits += done;
    }
  });
}
