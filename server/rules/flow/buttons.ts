import type { ScopeFacts } from '../../facts/facts';
import { clientActionOf, SPECIAL_EVENTS, specialEventOf } from '../../format/events';
import { hasHiddenStates, resolveEvent } from '../../project/names/resolve';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { nearestNames } from '../../text/nearest';
import { containerOf, isEmptyOrNull, type Node, pairOf } from '../../yaml/tree/tree';
import type { Subject } from '../rule';

/** Whether all buttons and their events are known: no expression, alias or syntax error can add others. */
export function areAllButtonsKnown({ map, incomplete, emits }: ScopeFacts): boolean {
  if (map === undefined || incomplete.has('render') || incomplete.has('transitions')) return false;
  if (emits.some(({ event }) => event.text.includes('{{'))) return false;
  const render = pairOf(map, 'render')?.value;
  if (render === undefined || isEmptyOrNull(render)) return true;
  if (render.kind !== 'map') return false;
  const buttons = pairOf(render, 'buttons')?.value;
  return buttons === undefined || isEmptyOrNull(buttons) || isListOfButtons(buttons);
}

/** Whether all items are buttons with an event; an incomplete item may become any button. */
function isListOfButtons(node: Node): boolean {
  if (node.kind !== 'seq') return false;
  return node.items.every((item) => {
    if (item.kind !== 'map') return isRow(node) && isListOfButtons(item);
    const event = pairOf(item, 'on_click')?.value;
    return event !== undefined && !isEmptyOrNull(event);
  });
}

/** Whether neither a state nor an enclosing automata handles the event of one of its buttons. */
export function isUnhandled(project: Project, entry: ScopeEntry, event: string): boolean {
  if (clientActionOf(event) || event.includes('{{')) return false;
  return resolveEvent(project, entry, event).kind === 'missing';
}

/** Whether a list is a row of buttons; rows are one level deep. */
function isRow(list: Node): boolean {
  return containerOf(list)?.kind === 'map';
}

/**
 * The event of the service that is meant by a name in different case (`chat`, `Always`), if certainly no button
 * raises an event of that name.
 */
export function meantSpecialEvent(
  { project }: Subject,
  scope: ScopeFacts,
  event: string,
): string | undefined {
  if (specialEventOf(event) !== undefined || event === event.toUpperCase()) return undefined;
  const upper = event.toUpperCase();
  // Near names of the other events, and names of several words, are common as event names.
  const near = /^[A-Z]+$/.test(upper) ? nearestNames(upper, ['ALWAYS']) : [];
  const name = near[0] ?? upper;
  const meant = SPECIAL_EVENTS.find((one) => one.name === name && one.on === scope.kind)?.name;
  if (meant === undefined || project.table.has('emitter', event)) return undefined;
  if (scope.handlers.some((handler) => handler.event.text === meant)) return undefined;
  if (scope.kind === 'state') return areAllButtonsKnown(scope) ? meant : undefined;
  const isHidden =
    !project.isAutomata || project.table.has('incomplete', 'render') || hasHiddenStates(project);
  return isHidden ? undefined : meant;
}
