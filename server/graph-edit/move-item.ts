import { moveItem } from '../rules/moves';
import { msg } from '../text/message';
import { hasNamedAnchor } from '../yaml/cut/unit';
import type { SeqNode } from '../yaml/tree/tree';
import { type Draft, LOOSE_COMMENTS } from './draft';
import { type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { definitionOf, edgeOf, idOfCase, type WrittenScope, whyNoButton, writtenButtons } from './places';

/** The order of buttons and cases. */

const NO_POSITION = refuse(
  msg('There is no such position in this list. Choose the index of an entry, or their number for the end.'),
);

export const moveButton: Operate<'moveButton'> = (draft, { state, button, before }) => {
  const entry = definitionOf(draft.project, state);
  if (isRefusal(entry)) return entry;
  const buttons = writtenButtons(entry.map);
  const moved = buttons[button];
  if (moved === undefined) return whyNoButton(entry.map);
  if (before > buttons.length) return NO_POSITION;
  const next = buttons[before];
  const { list, node } = moved;
  const row = buttons.filter((one) => one.list === list);
  const previous = buttons[before - 1];
  const isAtEnd = next?.list !== list && previous?.list === list;
  if (next?.list !== list && !isAtEnd)
    return refuse(msg('A button moves only within its row. Change the rows in the editor.'));
  const from = row.findIndex((one) => one.node === node);
  const to = isAtEnd ? row.length : row.findIndex((one) => one.node === next?.node);
  return moveIn(draft, entry, list, from, to) ?? { id: state };
};

export const moveCase: Operate<'moveCase'> = (draft, { edge, before }) => {
  const found = edgeOf(draft.project, edge);
  if (isRefusal(found)) return found;
  if ('initialOf' in found || found.list === undefined)
    return refuse(msg('This transition has only one case. Add another one first.'));
  const { entry, list, case: one, handler } = found;
  if (before > list.items.length) return NO_POSITION;
  const from = list.items.indexOf(one.node);
  const refused = moveIn(draft, entry, list, from, before);
  return refused ?? { id: idOfCase(entry.path, handler.event.text, before > from ? before - 1 : before) };
};

function moveIn(
  draft: Draft,
  entry: WrittenScope,
  list: SeqNode,
  from: number,
  to: number,
): EditRefusal | undefined {
  const { unit } = entry;
  const edits = moveItem(unit, list, from, to);
  const hasComments = list.flow && !list.items.some((item) => hasNamedAnchor(unit, item));
  return edits === undefined && hasComments ? LOOSE_COMMENTS : draft.edit(entry, edits);
}
