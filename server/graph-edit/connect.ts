import { type CaseFacts, isUnconditional } from '../facts/facts';
import { nameProblem } from '../features/new-names';
import { wrapCase, wrapTarget } from '../features/refactor/transition';
import { clientActionOf, specialEventOf } from '../format/events';
import { eventNameFrom } from '../format/names';
import { resolveEvent, resolveTarget } from '../project/names/resolve';
import { pathKey, pathOfKey, type ScopePath } from '../project/names/scope-path';
import { sectionIn } from '../rules/declare';
import { addItem, addToSection, type Edit, setValue } from '../rules/edits';
import { addTransition, partForTransitions } from '../rules/flow/new-transition';
import { freeName } from '../text/free-name';
import { msg } from '../text/message';
import { hasNoValue } from '../yaml/cut/unit';
import { type Pair, pairOf, type SeqNode, textOf } from '../yaml/tree/tree';
import type { TextLayout } from '../yaml/write/layout';
import { setCondition, writtenCondition } from './change-text';
import { type Draft, OTHER_FORM } from './draft';
import { type Done, type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import {
  definitionOf,
  edgeOf,
  eventOfButton,
  idOfCase,
  scopesOfNode,
  transitionOf,
  type WrittenScope,
  writtenButtons,
} from './places';
import { leadTo } from './retarget';
import { targetFor } from './targets';

export const connect: Operate<'connect'> = (draft, operation) => {
  const { project } = draft;
  const { to, by, text, existing } = operation;
  const entry = definitionOf(project, operation.from);
  if (isRefusal(entry)) return entry;
  const target = scopesOfNode(project, to);
  if (isRefusal(target)) return target;
  const event = eventFor(draft, entry, operation);
  if (isRefusal(event)) return event;
  const js = operation.condition?.trim() ?? '';
  const condition = js === '' ? undefined : writtenCondition(js);
  if (isRefusal(condition)) return condition;
  const known = transitionOf(project, entry.path, event);
  if (isRefusal(known)) return known;
  const isOpen = known === undefined || hasNoValue(known.entry.unit, known.pair) || isEmptyList(known.pair);
  const leadsThere = condition === undefined && existing !== 'case' && leadsOnlyTo(draft, entry, event, to);
  if (!isOpen && !leadsThere && existing === undefined)
    return refuse(msg`\`${event}\` has a transition already. Change it, or add a case.`);
  const isRaised = entry.scope.emits.some((emit) => emit.event.text === event);
  const isKnown = isRaised && (text === undefined || hasButton(entry, text, event));
  const isNewButton = by === 'button' && !isKnown;
  // The other buttons with the event would no longer lead where an automata around the state leads them.
  const isOverride = isRaised && known === undefined && resolveEvent(project, entry, event).kind === 'found';
  if (isNewButton && isOverride && existing !== 'change')
    return refuse(
      msg`With a transition here, other buttons for \`${event}\` would lead elsewhere. Enter another name for the event.`,
    );
  if (isNewButton && entry.scope.kind === 'state') {
    if (text === undefined) return refuse(msg('A button needs a text. Enter one.'));
    const refused = draft.edit(entry, buttonEdits(draft, entry, { content: text, on_click: event }));
    if (refused !== undefined) return refused;
  }
  const added = { path: entry.path, event, to: pathOfKey(to), condition };
  if (isOpen) return newTransition(draft, added);
  return leadsThere || existing === 'change' ? changed(draft, added, js) : addCase(draft, added);
};

function isEmptyList({ value }: Pair): boolean {
  return value.kind === 'seq' && value.items.length === 0;
}

/** Whether a transition is a target without a condition, which is a state already. */
function leadsOnlyTo({ project }: Draft, { path }: WrittenScope, event: string, to: string): boolean {
  const edge = edgeOf(project, idOfCase(path, event, 0));
  if (isRefusal(edge) || 'initialOf' in edge) return false;
  const { entry, handler, case: one } = edge;
  const found = one.target && resolveTarget(project, entry, one.target.text);
  const isThere = found?.kind === 'found' && pathKey(found.path) === to;
  return isThere && isUnconditional(one) && handler.cases.length === 1;
}

/** The event of a new transition, or why there cannot be one. */
function eventFor(
  { project }: Draft,
  entry: WrittenScope,
  { to, by, text, event, existing }: Parameters<typeof connect>[1],
): string | EditRefusal {
  const isAutomata = entry.scope.kind === 'automata';
  if (by !== 'button') {
    if (!isAutomata) return by === 'message' ? 'CHAT' : 'ALWAYS';
    return refuse(
      msg('An automata waits for the events of its states. Connect one of its states, or name an event.'),
    );
  }
  if (text !== undefined && text.trim() === '') return refuse(msg('A button needs a text. Enter one.'));
  if (event !== undefined && event !== '') {
    // The state may have the name already, whatever is wrong with it.
    const { emits, handlers } = entry.scope;
    const isKnown = [...emits, ...handlers].some((one) => one.event.text === event);
    const isFixed = (specialEventOf(event) ?? clientActionOf(event)) !== undefined;
    const isPossible = isFixed ? isAutomata && event === 'DONE' : isKnown;
    const problem = isPossible ? undefined : nameProblem(event, true, true);
    return problem === undefined ? event : refuse(problem);
  }
  if (isAutomata) return refuse(msg('Enter the event that the transition of the automata handles.'));
  if (text === undefined) return refuse(msg('A button needs a text. Enter one.'));
  const name = eventNameFrom(text, pathOfKey(to).at(-1));
  if (existing !== undefined) return name;
  // An event that another button of the state raises, or that is handled around it, would change its meaning.
  const isUsed = (one: string) =>
    entry.scope.emits.some((emit) => emit.event.text === one) ||
    resolveEvent(project, entry, one).kind === 'found';
  const hasOwn = entry.scope.handlers.some((handler) => handler.event.text === name);
  return hasOwn ? name : freeName(name, isUsed);
}

/** Whether a button of a state has a text and raises an event. */
function hasButton({ map }: WrittenScope, text: string, event: string): boolean {
  return writtenButtons(map).some(
    ({ node }) => node.kind === 'map' && textOf(node, 'content') === text && eventOfButton(node) === event,
  );
}

/** Adds a button at the end of the last row. */
function buttonEdits(
  draft: Draft,
  entry: WrittenScope,
  button: Readonly<Record<string, string>>,
): Edit[] | undefined {
  const { unit, map } = entry;
  const layout = draft.layoutOf(entry);
  const render = pairOf(map, 'render')?.value;
  const fields = render?.kind === 'map' ? render.pairs : [];
  const pair = fields.find(({ name }) => name === 'buttons');
  if (pair === undefined) {
    const text = layout.isBefore('buttons', 'text') ? fields.findIndex(({ name }) => name === 'text') : -1;
    const field = { name: 'buttons', value: [button], index: text < 0 ? undefined : text };
    return addToSection(unit, map, sectionIn(map, 'render'), field, layout);
  }
  const list = pair.value;
  if (list.kind !== 'seq') return hasNoValue(unit, pair) ? setValue(unit, pair, [button], layout) : undefined;
  const row = list.items.at(-1);
  return addItem(unit, row?.kind === 'seq' ? row : list, button, undefined, layout);
}

/** A case of the transition of a scope for an event. */
interface AddedCase {
  readonly path: ScopePath;
  readonly event: string;
  readonly to: ScopePath;
  readonly condition: string | undefined;
}

/** Writes a transition, after the name of the event if that has none yet, or an empty list. */
function newTransition(draft: Draft, { path, event, to, condition }: AddedCase): Done | EditRefusal {
  const known = transitionOf(draft.project, path, event);
  if (isRefusal(known)) return known;
  const part =
    known?.entry ??
    partForTransitions(draft.project, path) ??
    // A state without a value.
    definitionOf(draft.project, pathKey(path));
  if (isRefusal(part)) return part;
  const target = targetFor(draft.project, part, to);
  if (isRefusal(target)) return target;
  const layout = draft.layoutOf(part);
  const id = idOfCase(path, event, 0);
  const transition = condition === undefined ? target : caseFields(layout, target, condition);
  if (known === undefined) return draft.edit(part, addTransition(part, event, transition, layout)) ?? { id };
  const { unit } = part;
  const { colon, value } = known.pair;
  // Not an anchor or a comment in the list.
  const isKnown = value.kind !== 'seq' || /^\s*\[\s*\]$/.test(unit.text.slice(colon + 1, value.end));
  return draft.edit(part, isKnown ? setValue(unit, known.pair, transition, layout) : undefined) ?? { id };
}

/** Gives the only case of a transition another target, and a condition if there is one. */
function changed(draft: Draft, { path, event, to }: AddedCase, condition: string): Done | EditRefusal {
  const id = idOfCase(path, event, 0);
  const edge = edgeOf(draft.project, id);
  if (isRefusal(edge)) return edge;
  if ('initialOf' in edge) return OTHER_FORM;
  if (edge.handler.cases.length > 1)
    return refuse(msg`\`${event}\` has several cases. Change the target of one of them instead.`);
  const refused = leadTo(draft, edge, to);
  if (refused !== undefined || condition === '') return refused ?? { id };
  return setCondition(draft, { kind: 'setCondition', edge: id, condition });
}

/** Adds a case to a transition, before the last one without a condition. */
function addCase(draft: Draft, { path, event, to, condition }: AddedCase): Done | EditRefusal {
  const list = listOfCases(draft, path, event);
  if (isRefusal(list)) return list;
  const { entry, cases } = list;
  const last = cases.findLastIndex(isUnconditional);
  if (condition === undefined && last >= 0)
    return refuse(
      msg`A case of \`${event}\` has no condition. Enter one for the new case, which comes before it.`,
    );
  const target = targetFor(draft.project, entry, to);
  if (isRefusal(target)) return target;
  const layout = draft.layoutOf(entry);
  const fields = caseFields(layout, target, condition, list.list);
  const edits = addItem(entry.unit, list.list, fields, cases[last]?.node, layout);
  return draft.edit(entry, edits) ?? { id: idOfCase(path, event, last < 0 ? cases.length : last) };
}

/** A case with its fields in the order of others, of its list if possible. */
function caseFields(
  layout: TextLayout,
  target: string,
  condition: string | undefined,
  list?: SeqNode,
): Readonly<Record<string, string>> {
  if (condition === undefined) return { target };
  return layout.isBefore('condition', 'target', list) ? { condition, target } : { target, condition };
}

interface CaseList {
  readonly entry: WrittenScope;
  readonly list: SeqNode;
  readonly cases: readonly CaseFacts[];
}

/** The cases of a transition as a list, which a target and a single case become. */
function listOfCases(draft: Draft, path: ScopePath, event: string): CaseList | EditRefusal {
  const found = transitionOf(draft.project, path, event);
  if (found === undefined) return OTHER_FORM;
  if (isRefusal(found)) return found;
  const { entry, pair } = found;
  const { value } = pair;
  if (value.kind === 'seq') {
    const cases = entry.scope.handlers.find((handler) => handler.event.text === event)?.cases ?? [];
    const isKnown =
      cases.length === value.items.length && cases.every(({ node }, index) => value.items[index] === node);
    return isKnown ? { entry, list: value, cases } : OTHER_FORM;
  }
  if (value.tag !== undefined) return OTHER_FORM;
  const { unit } = entry;
  const layout = draft.layoutOf(entry);
  const edits = wrapTarget(unit, layout, pair, true) ?? wrapCase(unit, layout, pair);
  return draft.edit(entry, edits) ?? listOfCases(draft, path, event);
}
