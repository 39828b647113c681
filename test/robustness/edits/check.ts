import { expect, it } from 'vitest';
import './memoized-parsers';
import { draws } from '../../support/depth';
import { failureText, reduceCase, runEdits } from './run';
import type { ProjectKind } from './starts';

/**
 * Edits for each kind of project. Longer: `ATOMIC_STATE_RUNS=50000 npx vitest run test/robustness/edits`, or, with
 * progress and resumable, `npm run edits`.
 */
const EDITS = draws(40, 120);
const SEED = process.env.ATOMIC_STATE_SEED ?? '20261121';

/** After any edits of any project of a kind, all answers equal those of a fresh start. */
export function checkEdits(kind: ProjectKind): void {
  it(`after any edits, answers equal those of a fresh start: ${kind}`, { timeout: 36_000_000 }, () => {
    let edits = 0;
    for (let number = 0; edits < EDITS; number++) {
      const seed = `${SEED}:${number}`;
      const { edits: done, failure } = runEdits(seed, kind);
      expect(failure && failureText(seed, reduceCase(failure))).toBeUndefined();
      edits += done;
    }
  });
}
