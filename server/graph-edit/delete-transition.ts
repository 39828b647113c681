import { unwrapCase, unwrapTarget } from '../features/refactor/transition';
import { emittersOf } from '../project/names/resolve';
import { type Edit, startWithComments } from '../rules/edits';
import { indentAt } from '../text/lines';
import { msg } from '../text/message';
import type { Draft } from './draft';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import {
  edgeOf,
  eventOfButton,
  transitionOf,
  type WrittenEdge,
  type WrittenScope,
  written,
  writtenButtons,
} from './places';
import { removeWithComments, removeWithSections } from './remove';

export const deleteTransition: Operate<'deleteTransition'> = (draft, { edge, withButton }) => {
  const found = edgeOf(draft.project, edge);
  if (isRefusal(found)) return found;
  if ('initialOf' in found)
    return refuse(msg('An automata needs a first state. Choose another one instead.'));
  const { entry, handler } = found;
  const name = handler.event;
  const isWithButtons = withButton === true && (found.list === undefined || found.list.items.length === 1);
  const elsewhere = entry.scope.kind === 'automata' ? emittersOf(draft.project, { ...entry, name }) : [];
  if (isWithButtons && elsewhere.length > 0)
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
  if (list !== undefined && list.items.length > 1)
    return draft.edit(entry, removeWithComments(unit, one.node));
  const edits = removeWithSections(unit, list === undefined ? pair : one.node, map);
  const all = isRefusal(edits) ? edits : edits?.map((edit) => withUnitAbove(draft, entry, edit));
  return draft.edit(entry, all);
}

/** The removal of the first section of a unit with the comments right above it, which are in the unit before it. */
function withUnitAbove({ project }: Draft, entry: WrittenScope, edit: Edit): Edit {
  const start = project.startOf(entry);
  const { text } = project.source(entry.source)?.document ?? entry.unit;
  if (edit.range.start > 0 || edit.text !== '') return edit;
  const above = startWithComments({ text, notation: entry.unit.notation }, start, indentAt(text, start));
  return { ...edit, range: { start: above - start, end: edit.range.end } };
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
    const parts = draft.project.scopes(path);
    const part = parts.find(({ scope }) => scope.emits.some((one) => one.event.text === text));
    if (part === undefined) return undefined;
    const entry = written(part);
    if (isRefusal(entry)) return entry;
    const button = writtenButtons(entry.map).find(({ node }) => eventOfButton(node) === text);
    const edits = button && removeWithSections(entry.unit, button.node, entry.map);
    const refused = draft.edit(entry, edits);
    if (refused !== undefined) return refused;
  }
}
