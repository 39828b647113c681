import { isEqualData } from '../../server/text/equality';

/** An element, and what it was drawn from. */
export interface DrawnElement<E> {
  readonly element: E;
  readonly parts: readonly unknown[];
}

/** The element that was drawn before, if it would be drawn from the same, otherwise a new one. */
export function drawnElement<E>(
  before: DrawnElement<E> | undefined,
  parts: readonly unknown[],
  draw: () => E,
): DrawnElement<E> {
  return before && isEqualData(before.parts, parts) ? before : { element: draw(), parts };
}
