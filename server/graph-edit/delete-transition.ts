import { unwrapCase, unwrapTarget } from '../features/refactor/transition';
import { emittersOf } from '../project/names/resolve';
import { msg } from '../text/message';
import type { Draft } from './draft';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { edgeOf, eventOfButton, transitionOf, type WrittenEdge, written, writtenButtons } from './places';
import { removeWithComments, removeWithSections } from './remove';

export const deleteTransition: Operate<'deleteTransition'> = (draft, { edge, withButton }) => {
  const found = edgeOf(draft.project, edge);
  if (isRefusal(found)) return found;
  if ('initialOf' in found)
    return refuse(msg('An automata needs a first state. Choose another one instead.'));
  const { entry, handler } = found;
  const name = handler.event;
  const isWithButtons = withButton === true && (found.list === undefined || found.list.items.length === 1);
  if (
    isWithButtons &&
    entry.scope.kind === 'automata' &&
    emittersOf(draft.project, { ...entry, name }).length > 0
  )
    return refuse(
      msg`The buttons for \`${name.text}\` are in other states. Delete the transition alone, or the buttons there.`,
    );
  const refused = removeTransition(draft, found) ?? unwrapOnlyCase(draft, found);
  if (refused !== undefined) return refused;
  return (isWithButtons ? removeButtons(draft, found) : undefined) ?? {};
};

/** Removes a case, and the whole transition if it has no other one. */
export function removeTransition(
  draft: Draft,
  { entry, case: one, pair, list }: WrittenEdge,
): EditRefusal | undefined {
  const { unit, map } = entry;
  const isWhole = list === undefined || list.items.length === 1;
  return draft.edit(
    entry,
    isWhole
      ? removeWithSections(unit, list === undefined ? pair : one.node, map)
      : removeWithComments(unit, one.node),
  );
}

/** Writes the only case of a list as that, or as a target, as it was before the list got another one. */
function unwrapOnlyCase(draft: Draft, { entry: { path }, handler }: WrittenEdge): EditRefusal | undefined {
  const rest = transitionOf(draft.project, path, handler.event.text);
  if (rest === undefined || isRefusal(rest) || rest.pair.value.kind !== 'seq') return undefined;
  const { entry, pair } = rest;
  const edits = unwrapTarget(entry.unit, pair) ?? unwrapCase(entry.unit, draft.layoutOf(entry), pair);
  return edits && draft.edit(entry, edits);
}

/** Removes the buttons of a state that raise an event. */
function removeButtons(draft: Draft, { entry: { path }, handler }: WrittenEdge): EditRefusal | undefined {
  const { text } = handler.event;
  for (;;) {
    const part = draft.project
      .scopes(path)
      .find(({ scope }) => scope.emits.some((one) => one.event.text === text));
    if (part === undefined) return undefined;
    const entry = written(part);
    if (isRefusal(entry)) return entry;
    const button = writtenButtons(entry.map).find(({ node }) => eventOfButton(node) === text);
    const edits = button && removeWithSections(entry.unit, button.node, entry.map);
    const refused = draft.edit(entry, edits);
    if (refused !== undefined) return refused;
  }
}
