import { parseTemplate } from '../expression/template';
import { nearFields } from '../format/near-fields';
import { fieldOf, OBJECTS } from '../format/objects';
import { parseTarget, startLength } from '../format/target-path';
import { isTagged } from '../format/walk';
import { compactList } from '../text/compact';
import type { Unit } from '../yaml/cut/unit';
import { hasIncompleteKey } from '../yaml/mistakes/incomplete-keys';
import { valueOffsets } from '../yaml/tree/scalar-map';
import {
  hasKnownPairs,
  isEmptyOrNull,
  type MapNode,
  type Node,
  resolveAlias,
  resolvedPairOf,
  resolvedPairs,
  type ScalarNode,
} from '../yaml/tree/tree';
import type { TreeView } from '../yaml/tree/view';
import { toSource } from './expressions';
import type { CaseFacts, Condition, Final, PathName } from './facts';
import { keyNames, nameOf } from './name';

/** The cases of a transition in any notation: a target, one case, or a list of cases. */
export function casesOf(value: Node, unit: Unit, view: TreeView): CaseFacts[] {
  const { text } = unit;
  const node = resolveAlias(value);
  if (node?.kind === 'seq') return node.items.flatMap((item) => casesOf(item, unit, view));
  if (node?.kind === 'scalar') {
    const target = nameOf(node, text);
    if (target === undefined) return [];
    const path = pathNames(node, text);
    return [{ target, path, inputs: [], inputsKey: undefined, condition: 'none', node }];
  }
  if (node?.kind !== 'map') return [];
  const inputs = view.pairOf(node, 'target_inputs');
  const map = inputs && resolveAlias(inputs.value);
  const field = view.pairOf(node, 'target')?.value;
  const target = field && view.nodeAt(field);
  return [
    {
      target: nameOf(target, text),
      path: target?.kind === 'scalar' ? pathNames(target, text) : [],
      inputs: map?.kind === 'map' ? keyNames(map, text, view) : [],
      inputsKey: nameOf(inputs?.key, text),
      condition: conditionOf(node, unit),
      node,
    },
  ];
}

/** No state is nested deeper: further names of a path are left out, as each one is resolved with those before it. */
const MAX_NAMES = 50;

/** The names of a target's path with their ranges in the source, also after escapes. */
export function pathNames(node: ScalarNode, text: string): readonly PathName[] {
  const { value } = node;
  const words = parseTarget(value).names;
  const offsets = valueOffsets(text, node);
  let at = startLength(value);
  const names = words.slice(0, MAX_NAMES).flatMap((word, index): PathName[] => {
    const start = at;
    const end = at + word.trimEnd().length;
    const upTo = value.slice(0, at + word.length);
    at += word.length + 1;
    if (word === '') return [];
    const range = toSource(text, { start, end }, offsets);
    return [{ text: word, start: range.start, end: range.end, upTo, following: words.length - 1 - index }];
  });
  return compactList(names);
}

function conditionOf(node: MapNode, { text: source, parsed }: Unit): Condition {
  const pair = resolvedPairOf(node, 'condition');
  if (pair === undefined) {
    // An incomplete or misspelt key may be the condition.
    const mayBe =
      !hasKnownPairs(node) ||
      hasIncompleteKey(node, source, parsed.problems) ||
      hasMisspelt(node, 'condition');
    return mayBe ? 'unclear' : 'none';
  }
  const value = resolveAlias(pair.value);
  if (value?.kind !== 'scalar' || isTagged(value)) return 'unclear';
  const { value: text, type, style } = value;
  if (type === 'boolean' && style === 'plain') return text.toLowerCase() === 'true' ? 'true' : 'false';
  const { whole, expressions } = parseTemplate(text);
  const body = expressions[0]?.body;
  if (!whole || body === undefined) return 'unclear';
  const written = text.slice(body.start, body.end).trim();
  if (written === 'true' || written === 'false') return written;
  return written === '' ? 'unclear' : 'open';
}

/** Whether a key of a case that the format does not know most likely means a field. */
function hasMisspelt(node: MapNode, field: string): boolean {
  const isTaken = (name: string) => name !== field;
  const isNear = (name: string) => nearFields('transition-case', name, isTaken, 1).length > 0;
  return resolvedPairs(node).some(
    ({ name }) => fieldOf('transition-case', name) === undefined && isNear(name),
  );
}

/** Whether the target of a case is incomplete. */
export function isUnfinished({ target, node }: CaseFacts): boolean {
  if (node.kind === 'scalar') return isBegunField(node);
  return target === undefined && node.kind === 'map' && resolvedPairOf(node, 'target') !== undefined;
}

/** Whether a bare target may become a field of a case: it is not directly after the key of its event. */
function isBegunField({ parent, start, style, value, anchor, tag }: ScalarNode): boolean {
  if (parent?.kind !== 'pair' || style !== 'plain' || start <= parent.colon + 2 || anchor || tag)
    return false;
  return OBJECTS['transition-case'].fields.some(({ name }) => name.startsWith(value));
}

/** The value that a case passes to an input of its target. */
export function passedValue({ node }: CaseFacts, input: string): Node | undefined {
  const value = node.kind === 'map' ? resolvedPairOf(node, 'target_inputs')?.value : undefined;
  const map = value && resolveAlias(value);
  return map?.kind === 'map' ? resolvedPairOf(map, input)?.value : undefined;
}

/** Whether a case may pass values to inputs that it does not name: by an expression, an alias, a tag or a misspelt key. */
export function hidesInputs({ node }: CaseFacts): boolean {
  if (node.kind === 'map' && (!hasKnownPairs(node) || hasMisspelt(node, 'target_inputs'))) return true;
  const value = node.kind === 'map' ? resolvedPairOf(node, 'target_inputs')?.value : undefined;
  const map = value && resolveAlias(value);
  if (map === undefined) return value !== undefined;
  if (map.kind === 'map') return !hasKnownPairs(map) || isTagged(map);
  return map.kind !== 'scalar' || !isEmptyOrNull(map);
}

function isNearFinal(name: string): boolean {
  return nearFields('state-properties', name, (one) => one !== 'is_final').length > 0;
}

/** Whether an automata or a state is final by its `properties`. */
export function finalOf(map: MapNode | undefined): Final {
  if (map === undefined) return 'no';
  const pair = resolvedPairOf(map, 'properties');
  // A flag outside of `properties` is another finding.
  if (pair === undefined) return !hasKnownPairs(map) || resolvedPairOf(map, 'is_final') ? 'unclear' : 'no';
  const properties = resolveAlias(pair.value);
  if (properties?.kind === 'scalar' && properties.empty) return 'no';
  if (properties?.kind !== 'map' || isTagged(properties)) return 'unclear';
  const flag = resolvedPairOf(properties, 'is_final');
  if (flag === undefined) {
    const isMisspelt = resolvedPairs(properties).some(({ name }) => isNearFinal(name));
    return isMisspelt || !hasKnownPairs(properties) ? 'unclear' : 'no';
  }
  const value = resolveAlias(flag.value);
  if (value?.kind !== 'scalar' || value.type !== 'boolean' || value.style !== 'plain') return 'unclear';
  return value.value.toLowerCase() === 'true' ? 'yes' : 'no';
}
