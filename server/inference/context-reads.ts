import { engine } from '../engine/engine';
import type { UnitFacts } from '../facts/facts';

/** The variables of the context that any expression of a unit names; undefined where one may name any. */
export const namesRead = engine.query(
  'context names read',
  (facts: UnitFacts): readonly string[] | undefined => {
    const uses = facts.expressions
      .flatMap(({ parts }) => parts.flatMap((part) => part.uses))
      .filter(({ name }) => name === 'context');
    const names = uses.flatMap(({ members }) => members[0]?.name ?? []);
    return names.length < uses.length ? undefined : [...new Set(names)];
  },
);
