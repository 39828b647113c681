import { mayMutate } from '../expression/mutation';
import type { NameUse } from '../expression/names';
import type { UnitFacts } from '../facts/facts';

/** The context variables of a unit that its expressions may change other than by an output; '' means any of them. */
export function contextChanges(facts: UnitFacts): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const { parts } of facts.expressions) {
    for (const { ast, uses } of parts) {
      if (!ast || !uses.some(isContext) || !mayMutate(ast)) continue;
      for (const use of uses) if (isContext(use)) changed.add(use.members[0]?.name ?? '');
    }
  }
  return changed;
}

function isContext({ name }: NameUse): boolean {
  return name === 'context';
}
