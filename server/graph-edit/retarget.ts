import { resolveTarget } from '../project/names/resolve';
import { pathOfKey, type ScopePath, samePath } from '../project/names/scope-path';
import { addFields } from '../rules/edits';
import { msg } from '../text/message';
import { pairOf } from '../yaml/tree/tree';
import { scalarEdit } from '../yaml/write/scalars';
import { type Draft, OTHER_FORM } from './draft';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { edgeOf, scopesOfNode, type WrittenEdge, written } from './places';
import { fieldEdits } from './scalars';
import { targetFor } from './targets';

/** Where transitions lead, and where automata start. */

export const retarget: Operate<'retarget'> = (draft, { edge, to }) => {
  const found = edgeOf(draft.project, edge);
  if (isRefusal(found)) return found;
  const target = scopesOfNode(draft.project, to);
  if (isRefusal(target)) return target;
  const path = pathOfKey(to);
  if ('initialOf' in found) return startAt(draft, found.initialOf, path) ?? draft.doneAtText(edge);
  return leadTo(draft, found, path) ?? { id: edge };
};

export const setInitial: Operate<'setInitial'> = (draft, { state }) => {
  const path = pathOfKey(state);
  const found = scopesOfNode(draft.project, state);
  if (isRefusal(found)) return found;
  return startAt(draft, path.slice(0, -1), path) ?? draft.doneAtText(state);
};

/** Gives a case another target. */
export function leadTo(
  draft: Draft,
  { entry, case: one }: WrittenEdge,
  to: ScopePath,
): EditRefusal | undefined {
  const now = resolveTarget(draft.project, entry, one.target?.text);
  if (now.kind === 'found' && samePath(now.path, to)) return undefined;
  const target = targetFor(draft.project, entry, to, one.target?.text);
  if (isRefusal(target)) return target;
  const { unit } = entry;
  const { node } = one;
  const layout = draft.layoutOf(entry);
  if (node.kind === 'map' && pairOf(node, 'target') === undefined)
    return draft.edit(entry, addFields(unit, node, [{ name: 'target', value: target, index: 0 }], layout));
  const scalar = node.kind === 'map' ? pairOf(node, 'target')?.value : node;
  const isText = scalar?.kind === 'scalar' && scalar.tag === undefined && one.target !== undefined;
  if (!isText || one.target === undefined) return OTHER_FORM;
  return draft.edit(entry, [scalarEdit(scalar, one.target, target, unit.notation, layout)]);
}

/** Makes a state the first one of its automata. */
export function startAt(draft: Draft, automata: ScopePath, to: ScopePath): EditRefusal | undefined {
  const name = to.at(-1);
  if (name === undefined || !samePath(to.slice(0, -1), automata))
    return refuse(msg('An automata starts at one of its own states. Choose another state.'));
  const parts = draft.project.scopes(automata);
  const place =
    parts.find(({ scope }) => scope.initial !== undefined) ??
    parts.find(({ scope }) => scope.map !== undefined && pairOf(scope.map, 'initial') !== undefined) ??
    parts.find(({ scope }) => scope.map !== undefined && pairOf(scope.map, 'states') !== undefined);
  if (place === undefined) return OTHER_FORM;
  const entry = written(place);
  if (isRefusal(entry)) return entry;
  const { unit, map, scope } = entry;
  const scalar = pairOf(map, 'initial')?.value;
  const layout = draft.layoutOf(entry);
  if (scope.initial !== undefined && scalar?.kind === 'scalar')
    return draft.edit(entry, [scalarEdit(scalar, scope.initial, name, unit.notation, layout)]);
  const states = map.pairs.findIndex((pair) => pair.name === 'states');
  return draft.edit(entry, fieldEdits(unit, map, 'initial', name, Math.max(0, states), layout));
}
