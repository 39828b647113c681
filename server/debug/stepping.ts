import type { PlayedStop } from '../run/conversation/player';
import type { PointKind } from '../run/conversation/points';

/** Whether a run ends at a stop. */
export type StopTest = (stop: PlayedStop) => boolean;

/** Steps over everything within a phase, and over entered automata. */
export function stepOver(from: PlayedStop): StopTest {
  return (stop) =>
    !isAt(stop, 'fault') &&
    stop.depth <= from.depth &&
    (!isAt(stop, 'expression') || isAt(from, 'expression'));
}

/** Steps to the next stop. */
export const stepIn: StopTest = (stop) => !isAt(stop, 'fault');

/** Steps out of an expression to the next phase; out of an automata; out of a state of the outermost automata. */
export function stepOut(from: PlayedStop): StopTest {
  if (isAt(from, 'expression')) return (stop) => !isAt(stop, 'expression', 'fault');
  if (from.depth > 1) return (stop) => !isAt(stop, 'fault') && stop.depth < from.depth;
  // The entry of a state, seen from outside.
  return (stop) => stop.depth <= from.depth && (!stop.point || isAt(stop, 'state', 'automata'));
}

function isAt({ point }: PlayedStop, ...kinds: readonly PointKind[]): boolean {
  return point !== undefined && kinds.includes(point.kind);
}
