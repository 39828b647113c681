import { hasField, innerFields } from '../../format/misplaced';
import { specOf } from '../../format/objects';
import type { ObjectRef } from '../../format/types';
import type { Step } from '../../format/walk';
import { type Message, msg } from '../../text/message';
import { nearestNames } from '../../text/nearest';

/**
 * A sentence, with a space before it, about the enclosing object that has a field which the object of the step does
 * not have. Undefined if there is none.
 */
export function suggestOuterObject(step: Step, object: ObjectRef, name: string): Message | undefined {
  for (let at = step.parent; at !== undefined; at = at.parent) {
    const outer = objectAt(at);
    if (outer === undefined || outer === object) continue;
    if (hasField(outer, name)) return msg` It belongs in the enclosing ${msg(specOf(outer).title)}.`;
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
