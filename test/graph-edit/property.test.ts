import fc from 'fast-check';
import { it } from 'vitest';
import { draws } from '../support/depth';
import { check, drawFiles, editedGraph } from './checks';
import { type Draw, drawnGraph, drawOperation } from './drawn-operations';

/** More runs: `ATOMIC_STATE_RUNS=10000`. */
const RUNS = draws(12, 40);

/** Numbers that determine all choices, so that a failing case can be reduced. */
const choices = fc.array(fc.nat(9999), { minLength: 60, maxLength: 600, size: 'max' });

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
    fc.property(choices, (numbers) => checkDrawn(drawFrom(numbers))),
    { numRuns: RUNS },
  );
}, 3_600_000);

/** Draws files and an operation, and checks its result. */
function checkDrawn(draw: Draw): void {
  const before = drawnGraph(drawFiles(draw));
  const operation = before && drawOperation(before, draw);
  if (before === undefined || operation === undefined) return;
  const result = editedGraph(before, operation);
  if (typeof result !== 'string') check(before, operation, result, draw([true, false, false]));
}
