import type { StopKind } from './timeline';

/** Whether a run ends at a stop. */
export type StopTest = (stop: StopKind) => boolean;

/** Steps over everything within a phase, and over entered automata. */
export function stepOver(from: StopKind): StopTest {
  return ({ isExpression, isFault, depth }) =>
    !isFault && depth <= from.depth && (!isExpression || from.isExpression);
}

/** Steps to the next stop. */
export const stepIn: StopTest = ({ isFault }) => !isFault;

/** Steps out of an expression to the next phase; out of an automata; out of a state of the outermost automata. */
export function stepOut(from: StopKind): StopTest {
  if (from.isExpression) return ({ isExpression, isFault }) => !isExpression && !isFault;
  if (from.depth > 1) return ({ isFault, depth }) => !isFault && depth < from.depth;
  return ({ isWaiting, isEntry, depth }) => depth <= from.depth && (isWaiting || isEntry);
}
