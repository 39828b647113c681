import { mayMutate } from '../expression/mutation';
import type { OutputFacts, UnitFacts } from '../facts/facts';
import type { Unit } from '../yaml/document';
import type { Node } from '../yaml/tree';
import type { ContextValueEntry, NameEntry, ScopeEntry } from './symbols';

/** All values of a unit, under ''. What they come to depends on the whole of its text. */
export function contextValues(
  unit: Unit,
  places: readonly ScopeEntry[],
  add: (value: ContextValueEntry, digest: string) => void,
): void {
  let digest = unit.text;
  const addOne = (place: ScopeEntry, name: NameEntry['name'], node: Node, output?: OutputFacts) => {
    const { source, scope, path } = place;
    add({ source, unit, scope, path, name, node, output }, `${name.text} ${digest}`);
    digest = '';
  };
  for (const place of places) {
    for (const { name, node } of place.scope.context) addOne(place, name, node);
    for (const output of place.scope.outputs) {
      if (output.context) addOne(place, output.context, output.node, output);
    }
  }
}

/**
 * The context variables of a unit that its expressions may change other than by an output; '' stands for any of them.
 */
export function contextChanges(facts: UnitFacts): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const { ast, uses } of facts.expressions.flatMap(({ parts }) => parts)) {
    const names = uses.flatMap(({ name, members }) => (name === 'context' ? [members[0]?.name ?? ''] : []));
    if (ast && names.length > 0 && mayMutate(ast)) for (const name of names) changed.add(name);
  }
  return changed;
}
