import { mayMutate } from '../expression/mutation';
import type { NameUse } from '../expression/names';
import type { OutputFacts, UnitFacts } from '../facts/facts';
import type { Node } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import type { ContextValueEntry, NameEntry, ScopeEntry } from './symbols';

/** The same for texts that are read alike: the limits decide up to which depth that is. */
export function textDigest({ text, limits }: Unit): string {
  return `${limits.maxDepth} ${limits.maxAliases} ${text}`;
}

/** All values of a unit by the names of their variables. Their types depend on the whole of its text. */
export function contextValues(
  unit: Unit,
  places: readonly ScopeEntry[],
  add: (value: ContextValueEntry, digest: string) => void,
): void {
  const digest = textDigest(unit);
  const addOne = (place: ScopeEntry, name: NameEntry['name'], node: Node, output?: OutputFacts) => {
    const { source, scope, path } = place;
    add({ source, unit, scope, path, name, node, output }, digest);
  };
  for (const place of places) {
    for (const { name, node } of place.scope.context) addOne(place, name, node);
    for (const output of place.scope.outputs) {
      if (output.context) addOne(place, output.context, output.node, output);
    }
  }
}

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
