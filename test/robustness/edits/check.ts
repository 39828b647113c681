import { expect, it, vi } from 'vitest';
import { memoizeByText } from './memoize';
import { failureText, reduceCase, runEdits } from './run';
import type { ProjectKind } from './starts';

// A text that was parsed before is not parsed again by a fresh start, as in `scripts/edits.mjs`.
vi.mock(import('../../../server/yaml/parse'), async (original) => {
  const { parseYaml, ...rest } = await original();
  return { ...rest, parseYaml: memoizeByText(parseYaml) };
});
vi.mock(import('../../../server/yaml/json'), async (original) => {
  const { parseJson, ...rest } = await original();
  return { ...rest, parseJson: memoizeByText(parseJson) };
});
vi.mock(import('../../../server/expression/parse'), async (original) => {
  const { parseExpression, ...rest } = await original();
  return { ...rest, parseExpression: memoizeByText(parseExpression) };
});

/**
 * Edits for each kind of project. Longer: `ATOMIC_STATE_RUNS=50000 npx vitest run test/robustness/edits`, or, with
 * progress and to be gone on with, `npm run edits`.
 */
const EDITS = Number(process.env.ATOMIC_STATE_RUNS ?? 2080);
const SEED = process.env.ATOMIC_STATE_SEED ?? '20261121';

/** After any edits of any project of a kind, all that is said is what a fresh start would say. */
export function checkEdits(kind: ProjectKind): void {
  it(`after any edits, what a fresh start would say: ${kind}`, { timeout: 36_000_000 }, () => {
    let edits = 0;
    for (let number = 0; edits < EDITS; number++) {
      const seed = `${SEED}:${number}`;
      const { edits: done, failure } = runEdits(seed, kind);
      expect(failure && failureText(seed, reduceCase(failure))).toBeUndefined();
      edits += done;
    }
  });
}
