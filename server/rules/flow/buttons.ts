import type { ScopeFacts } from '../../facts/facts';
import { clientActionOf, SPECIAL_EVENTS, specialEventOf } from '../../format/events';
import type { Project } from '../../project/project';
import { hasHiddenStates, resolveEvent } from '../../project/resolve';
import type { ScopeEntry } from '../../project/symbols';
import { nearestNames } from '../../text/nearest';
import { containerOf, isEmptyOrNull, type Node, pairOf } from '../../yaml/tree';
import type { Subject } from '../rule';

/** Whether no expression, alias or broken text makes buttons, or events of buttons, that cannot be read off. */
export function areAllButtonsKnown({ map, incomplete, emits }: ScopeFacts): boolean {
  if (map === undefined || incomplete.has('render') || incomplete.has('transitions')) return false;
  if (emits.some(({ event }) => event.text.includes('{{'))) return false;
  const render = pairOf(map, 'render')?.value;
  if (render === undefined || isEmptyOrNull(render)) return true;
  if (render.kind !== 'map') return false;
  const buttons = pairOf(render, 'buttons')?.value;
  return buttons === undefined || isEmptyOrNull(buttons) || isListOfButtons(buttons);
}

/** Whether all items are buttons with an event; one that is still to be written may be any. */
function isListOfButtons(node: Node): boolean {
  if (node.kind !== 'seq') return false;
  return node.items.every((item) => {
    if (item.kind !== 'map') return isRow(node) && isListOfButtons(item);
    const event = pairOf(item, 'on_click')?.value;
    return event !== undefined && !isEmptyOrNull(event);
  });
}

/** Whether neither a state nor an automata around it handles the event of a button in it. */
export function isUnhandled(project: Project, entry: ScopeEntry, event: string): boolean {
  if (clientActionOf(event) || event.includes('{{')) return false;
  return resolveEvent(project, entry, event).kind === 'missing';
}

/** Buttons may be in rows, one level deep. */
function isRow(list: Node): boolean {
  return containerOf(list)?.kind === 'map';
}

/**
 * The event of the service that is meant by one in other letters (`chat`, `Always`), if it is certain that no button
 * raises that one.
 */
export function meantSpecialEvent(
  { project }: Subject,
  scope: ScopeFacts,
  event: string,
): string | undefined {
  if (specialEventOf(event) !== undefined || event === event.toUpperCase()) return undefined;
  const upper = event.toUpperCase();
  // Near names of the others are words that authors use, and so are those of several words.
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
