import { engine } from '../engine/engine';
import type { Document } from '../yaml/cut/document';
import { type Unit, unitedUnit } from '../yaml/cut/unit';
import { lastUnitOfState } from '../yaml/tree/nesting';

/** A part of a document that is edited as a whole: a unit, or a state with everything that is nested in it. */
export interface EditablePart {
  readonly unit: Unit;
  /** Offset in the document. */
  readonly start: number;
  /** The end of the text before it. */
  readonly before: Unit | undefined;
}

export function editableParts(document: Document): readonly EditablePart[] {
  const { units } = document;
  return units.flatMap((unit, index) => {
    if (unit.isNested) return [];
    const last = lastUnitOfState(units, index);
    const whole = last === index ? unit : wholeState(...units.slice(index, last + 1));
    return [{ unit: whole, start: document.startAt(index), before: units[index - 1] }];
  });
}

/** A query, as results are cached by unit. */
const wholeState = engine.query('whole state', (...units: Unit[]) => unitedUnit(units));
