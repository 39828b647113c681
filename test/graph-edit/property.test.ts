import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GraphStep } from '../../server/graph-edit/operation';
import { draws } from '../support/depth';
import type { FixtureFile } from '../support/fixture';
import { check, editedGraph, refusalKind } from './checks';
import { drawFiles } from './drawn-files';
import { type Draw, drawnGraph, drawOperation } from './drawn-operations';

/** More runs: `ATOMIC_STATE_RUNS=10000`. */
const RUNS = draws(12, 40);

/** Numbers that determine all choices, so that a failing case can be reduced. */
const choices = fc.array(fc.nat(9999), { minLength: 60, maxLength: 600, size: 'max' });
/** Of their own for operations, because files take all that there are. */
const operationChoices = fc.array(fc.nat(9999), { minLength: 60, maxLength: 60 });

function drawFrom(numbers: readonly number[]): Draw {
  let at = 0;
  return <T>(values: readonly T[]) => {
    // Values beyond the end are the first of their kind.
    const value = values[(numbers[at++] ?? 0) % values.length];
    return value as T;
  };
}

it('operations write what was asked for, and change no other line', () => {
  fc.assert(
    fc.property(choices, operationChoices, (forFiles, forOperations) =>
      checkDrawn(drawFiles(drawFrom(forFiles)), drawFrom(forOperations)),
    ),
    { numRuns: RUNS },
  );
}, 36_000_000);

/** Draws operations on files, and checks the result of each of them, and that of all of them as one edit. */
function checkDrawn(files: readonly FixtureFile[], draw: Draw): void {
  const original = drawnGraph(files);
  let before = original;
  const taken: GraphStep[] = [];
  for (const _ of draw([[1], [1, 2], [1, 2, 3]])) {
    const operation = before && drawOperation(before, draw);
    if (before === undefined || operation === undefined) continue;
    const result = editedGraph(before, operation);
    if (typeof result === 'string') {
      expect(`${result} ${refusalKind(result)}`).not.toMatch(/undefined$/);
      continue;
    }
    const after = drawnGraph(result.files);
    expect(after).toBeDefined();
    if (after === undefined) return;
    check(before, after, operation, result, draw([true, false, false]));
    taken.push(operation);
    before = after;
  }
  if (original === undefined || before === undefined || taken.length < 2) return;
  // States that are moved one after the other are moved together.
  if (taken.some(({ kind }, index) => kind === 'moveState' && taken[index + 1]?.kind === kind)) return;
  const result = editedGraph(original, { kind: 'steps', steps: taken });
  expect(typeof result === 'string' ? result : result.files).toEqual(before.files);
}
