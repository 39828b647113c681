import { hasField, innerFields } from '../../format/misplaced';
import type { ObjectRef } from '../../format/types';
import type { Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { nearestNames } from '../../text/nearest';
import type { Pair } from '../../yaml/tree/tree';

/** An enclosing object that has a field which an inner object does not have. */
interface OuterObject {
  readonly object: ObjectRef;
  readonly node: Step['node'];
  /** Its pair that contains the inner object. */
  readonly pair: Pair | undefined;
}

/** The innermost object around the object of a step that has a field which the object itself does not have. */
export function outerObjectWith(step: Step, object: ObjectRef, name: string): OuterObject | undefined {
  let pair = step.pair;
  for (let at = step.parent; at !== undefined; at = at.parent) {
    const outer = objectAt(at);
    if (outer !== undefined && outer !== object && hasField(outer, name))
      return { object: outer, node: at.type.kind === 'object' ? at.node : undefined, pair };
    pair = at.pair ?? pair;
  }
  return undefined;
}

/** A near name among the fields of one of the object's own fields, as `didYouMean` formats it. */
export function suggestNestedField(object: ObjectRef, name: string): Message | undefined {
  const { names, takenBy } = innerFields(object);
  const near = nearestNames(name, names, Number.POSITIVE_INFINITY);
  const outer = new Set(near.flatMap((one) => takenBy.get(one) ?? []));
  const [only, ...others] = outer;
  return only && others.length === 0 ? msg` Did you mean \`${near[0]}\` in \`${only.name}\`?` : undefined;
}

/** The object at a step; a map of states at the root counts as the automata that contains it. */
function objectAt({ type, parent }: Step): ObjectRef | undefined {
  if (type.kind === 'object') return type.object;
  return parent === undefined && type.kind === 'map' && type.keys === 'state' ? 'automata' : undefined;
}
