import { CLIENT_ACTIONS, SPECIAL_EVENTS, specialEventOf } from '../../format/events';
import { eventNameFrom } from '../../format/names';
import { allEvents, handledEvents, isHandled, resolveEvent } from '../../project/names/resolve';
import { samePath } from '../../project/names/scope-path';
import type { HandlerEntry, ScopeEntry } from '../../project/names/symbols';
import { append } from '../../text/append';
import { type Message, msg, seriesOf, type TextOrMessage } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import { type MapNode, pairOf, textOf } from '../../yaml/tree/tree';
import { sourceNote } from '../describe';
import { paragraphs } from '../markdown';
import {
  type CompletionContext,
  enclosingScope,
  existingKeys,
  isMentionedOnlyAtCursor,
} from './completion-context';
import { candidateDocumentation } from './documentation';
import type { CompletionCandidate } from './item';
import { prefilter } from './prefilter';
import { scopeLabel, scopesBelow } from './scopes';
import { placeholder } from './snippet';

/** Events: names that buttons emit, and keys of `transitions`. */

const FIRST = 0;
const NEXT = 1;
const LATER = 2;
const LAST = 3;

/**
 * The events that a button can emit: those that its state or an enclosing automata handles, and the client's actions.
 */
export function eventCandidates(context: CompletionContext): CompletionCandidate[] {
  const from = enclosingScope(context);
  if (from === undefined) return [];
  const { project } = context.at;
  const candidates: CompletionCandidate[] = [];
  const seen = new Set<string>();
  for (const { name, path } of handledEvents(project, from)) {
    if (specialEventOf(name.text) || seen.has(name.text)) continue;
    seen.add(name.text);
    const own = samePath(path, from.path);
    candidates.push({
      label: name.text,
      kind: 'event',
      insert: { as: 'text', text: name.text },
      rank: own ? FIRST : NEXT,
      detail: () => eventTargetText(context, from, name.text),
      documentation: candidateDocumentation(
        context,
        { kind: 'event', name: name.text, path, handled: true },
        from,
      ),
    });
  }
  append(candidates, emittedCandidates(context, from, seen));
  if (candidates.length === 0 && context.cursor.prefix === '') candidates.push(newEventCandidate(context));
  append(candidates, eventsOfOthers(context, from));
  return [...candidates, ...actionCandidates(context)];
}

/** Whether there are events that a button can emit, apart from a new one and the client's actions. */
export function hasEvents(context: CompletionContext): boolean {
  const from = enclosingScope(context);
  if (from === undefined) return false;
  const isNamed = (name: string) => name !== '' && !isAction(name) && specialEventOf(name) === undefined;
  const { project } = context.at;
  return (
    handledEvents(project, from).some(({ name }) => isNamed(name.text)) ||
    allEvents(project).names.some(isNamed) ||
    project.scopes(from.path).some(({ scope }) => scope.emits.some(({ event }) => isNamed(event.text)))
  );
}

/** Events that only other states handle. */
function eventsOfOthers(context: CompletionContext, from: ScopeEntry): CompletionCandidate[] {
  const { project } = context.at;
  const { entries, names } = allEvents(project);
  return prefilter(entries, names, context.cursor.prefix).flatMap(({ name, path }): CompletionCandidate[] => {
    const { text } = name;
    if (specialEventOf(text) || isAction(text) || resolveEvent(project, from, text).kind === 'found')
      return [];
    return [
      {
        label: text,
        kind: 'event',
        insert: { as: 'text', text },
        rank: LATER,
        detail: msg`handled by ${scopeLabel(path)}`,
      },
    ];
  });
}

/** Events of other buttons of the same state that no transition handles yet. */
function emittedCandidates(
  context: CompletionContext,
  from: ScopeEntry,
  handled: ReadonlySet<string>,
): CompletionCandidate[] {
  const emits = context.at.project.scopes(from.path).flatMap(({ scope }) => scope.emits);
  return emits.flatMap(({ event: { text: name } }): CompletionCandidate[] => {
    const isNone = name === '' || isMentionedOnlyAtCursor(context, 'emitter', name);
    if (isNone || handled.has(name) || isAction(name) || specialEventOf(name)) return [];
    return [
      {
        label: name,
        kind: 'event',
        insert: { as: 'text', text: name },
        rank: LATER,
        detail: msg`raised by a button of ${scopeLabel(from.path)}, not handled yet`,
      },
    ];
  });
}

/**
 * A name for a new event, derived from the text of the button. Without it, only the client's actions would be listed,
 * and Enter would accept the first one. No letter matches its filter, so that it never replaces a typed name.
 */
function newEventCandidate(context: CompletionContext): CompletionCandidate {
  const name = eventNameFrom(buttonText(context) ?? '');
  return {
    label: name,
    kind: 'event',
    insert: { as: 'text', text: name },
    rank: FIRST,
    detail: msg('new event'),
    filter: ' ',
  };
}

function buttonText({ step }: CompletionContext): string | undefined {
  const map = step.pair?.parent;
  const button = step.field?.name === 'event' && map?.parent?.kind === 'pair' ? map.parent.parent : map;
  return button && textOf(button, 'content');
}

/** Actions that the client performs, with the payload that they need. */
function actionCandidates(context: CompletionContext): CompletionCandidate[] {
  const { cursor, step } = context;
  const map = step.pair?.parent;
  const inEvent = step.field?.name === 'event';
  return CLIENT_ACTIONS.map((action): CompletionCandidate => {
    const payload = new Map(action.payload.map((key) => [key.name, placeholder()]));
    const whole = { event: action.name, payload };
    const isWritten = cursor.prefix === action.name;
    const canNest = cursor.role === 'value' && cursor.quote === 'none' && !cursor.partial && !isWritten;
    const after = inEvent && !hasPayload(map) && !isWritten ? { payload } : undefined;
    return {
      label: action.name,
      kind: 'constant',
      insert: inEvent || !canNest ? { as: 'text', text: action.name, after } : { as: 'nested', value: whole },
      rank: LAST,
      detail: msg('handled by the client'),
      documentation: () => paragraphs(msg(action.doc), sourceNote(action.source)),
    };
  });
}

function hasPayload(map: MapNode | undefined): boolean {
  return map !== undefined && pairOf(map, 'payload') !== undefined;
}

/** Keys of `transitions`: unhandled events first, then events of the service, then all other events in use. */
export function handlerCandidates(context: CompletionContext): CompletionCandidate[] {
  const from = enclosingScope(context);
  if (from === undefined) return [];
  const { project } = context.at;
  const seen = new Set(existingKeys(context));
  const candidates: CompletionCandidate[] = [];
  const add = (
    name: string,
    rank: number,
    detail: CompletionCandidate['detail'],
    documentation?: CompletionCandidate['documentation'],
  ) => {
    if (seen.has(name)) return;
    seen.add(name);
    candidates.push({
      label: name,
      kind: 'event',
      insert: { as: 'key', name, value: placeholder() },
      rank,
      detail,
      documentation,
      retrigger: true,
    });
  };
  const emitting =
    from.scope.kind === 'state' ? project.scopes(from.path) : [...scopesBelow(project, from.path)];
  const emitted = emitting.flatMap((entry) =>
    entry.scope.emits.map(({ event }) => ({ entry, name: event.text })),
  );
  for (const { entry, name } of emitted) {
    if (isAction(name) || specialEventOf(name)) continue;
    // The incomplete key in `transitions` does not count as a handler.
    if (isHandled(project, entry, name)) continue;
    add(name, FIRST, msg`raised by a button${whose(from, entry)}, not handled yet`);
  }
  for (const special of SPECIAL_EVENTS) {
    if (special.on !== from.scope.kind) continue;
    add(special.name, NEXT, undefined, () => paragraphs(msg(special.doc), sourceNote(special.source)));
  }
  for (const { entry, name } of emitted) {
    if (!isAction(name) && !specialEventOf(name))
      add(name, LAST, msg`raised by a button${whose(from, entry)}`);
  }
  const events = allEvents(project);
  const { name: typed = '' } = context.cursor.pair ?? {};
  // An event that only the incomplete key handles is not a candidate.
  if (project.table.get('handler', typed).length <= 1) seen.add(typed);
  for (const { name, path } of prefilter(events.entries, events.names, context.cursor.prefix)) {
    if (!specialEventOf(name.text)) add(name.text, LAST, msg`handled by ${scopeLabel(path)}`);
  }
  return candidates;
}

function isAction(name: string): boolean {
  return CLIENT_ACTIONS.some((action) => action.name === name);
}

function whose(from: ScopeEntry, entry: ScopeEntry): TextOrMessage {
  return samePath(from.path, entry.path) ? '' : msg` of ${scopeLabel(entry.path)}`;
}

/** The keys that the transition of the event at the cursor reads, or that the client's action needs. */
export function payloadCandidates(context: CompletionContext): CompletionCandidate[] {
  const from = enclosingScope(context);
  const event = eventAround(context);
  if (from === undefined || event === undefined) return [];
  const present = existingKeys(context);
  const names = new Map<string, string | undefined>();
  const action = CLIENT_ACTIONS.find((one) => one.name === event);
  for (const key of action?.payload ?? []) names.set(key.name, key.doc);
  for (const handler of handlersOf(context, from, event)) {
    for (const name of payloadReads(context, handler)) if (!names.has(name)) names.set(name, undefined);
  }
  const candidate = (name: string, rank: number, detail: Message, doc?: string): CompletionCandidate[] => {
    if (present.has(name)) return [];
    const documentation = doc === undefined ? undefined : () => msg(doc);
    return [
      {
        label: name,
        kind: 'payload',
        insert: { as: 'key', name, value: placeholder() },
        rank,
        detail,
        documentation,
      },
    ];
  };
  return [
    ...[...names].flatMap(([name, doc]) =>
      candidate(
        name,
        FIRST,
        doc === undefined ? msg`read by the transition on ${event}` : msg`required by ${event}`,
        doc,
      ),
    ),
    ...payloadKeysOfOtherButtons(context, event).flatMap((name) =>
      names.has(name)
        ? []
        : candidate(name, NEXT, msg`in the payload of another button that raises ${event}`),
    ),
  ];
}

/** The payload keys of other buttons with the same event. */
function payloadKeysOfOtherButtons({ at, cursor }: CompletionContext, event: string): string[] {
  const isHere = (unit: Unit, start: number) => unit === at.unit && start === cursor.replace.start;
  const emitters = at.project.inOrder('emitter', event);
  const keys = emitters.flatMap(({ unit, emit }) => emit.payload.filter(({ start }) => !isHere(unit, start)));
  return [...new Set(keys.map(({ text }) => text))];
}

function eventAround({ step }: CompletionContext): string | undefined {
  const map = step.pair?.parent;
  const value = map && pairOf(map, 'event')?.value;
  return value?.kind === 'scalar' && !value.empty ? value.value : undefined;
}

function handlersOf(
  { at: { project } }: CompletionContext,
  from: ScopeEntry,
  event: string,
): readonly HandlerEntry[] {
  const found = resolveEvent(project, from, event);
  return found.kind === 'found' ? found.entries : [];
}

/** The members of `payload` that a transition's expressions read. */
function payloadReads({ at: { project } }: CompletionContext, handler: HandlerEntry): string[] {
  const facts = project.facts(handler);
  const names: string[] = [];
  for (const { place, parts } of facts?.expressions ?? []) {
    if (facts?.scopes[place.scope] !== handler.scope || place.event !== handler.name.text) continue;
    for (const { name, members } of parts.flatMap((part) => part.uses)) {
      if (name === 'payload' && members[0]) names.push(members[0].name);
    }
  }
  return names;
}

/** A short description of the targets of an event. */
function eventTargetText(
  context: CompletionContext,
  from: ScopeEntry,
  event: string,
): TextOrMessage | undefined {
  const [handler] = handlersOf(context, from, event);
  if (handler === undefined) return undefined;
  const targets = new Set(handler.handler.cases.map((one) => one.target?.text));
  const names = [...targets].map((name) => name ?? msg('this state'));
  return msg`→ ${names.length > 0 ? seriesOf(names, 'or') : msg('this state')}`;
}
