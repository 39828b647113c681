import { engine } from '../../engine/engine';
import { type CaseFacts, type HandlerFacts, type InputFacts, isUnconditional } from '../../facts/facts';
import { nameOf } from '../../facts/name';
import type { RunFacts, StepFacts } from '../../facts/scenario';
import { hidesInputs } from '../../facts/transitions';
import { parseTarget } from '../../format/target-path';
import { isTagged } from '../../format/walk';
import { append } from '../../text/append';
import { isEqualData } from '../../text/equality';
import {
  isEmptyOrNull,
  isMerged,
  type MapNode,
  type Pair,
  pairOf,
  resolveAlias,
  type SeqNode,
  textOf,
  valueAt,
} from '../../yaml/tree/tree';
import { resolveEvent, resolveInitial, resolveTarget } from '../names/resolve';
import { transitionsTo } from '../names/scope';
import { ROOT_PATH, type ScopePath, samePath } from '../names/scope-path';
import { keyAt, type NameEntry, pathKey, type ScopeEntry } from '../names/symbols';
import type { Project } from '../project';

/** Where a conversation may be at one step of a scenario. */
export interface Situation {
  /** The states that it may wait in, before or after a form; undefined if they are not known. */
  readonly states: readonly ScopePath[] | undefined;
  /** The states whose form may be open; undefined if they are not known. */
  readonly forms: readonly ScopePath[] | undefined;
}

const UNKNOWN: Situation = { states: undefined, forms: undefined };

/**
 * The possible states of a conversation before each step, and after the last one. The result contains all possible
 * states; after a step that expects a state, only this one.
 */
export const possibleStates = engine.query(
  'possible states of a scenario',
  (project: Project, run: RunFacts): readonly Situation[] => {
    let now = initialSituation(project, run);
    const all = [now];
    for (const [index, step] of run.steps.entries()) {
      now = situationAfter(project, now, step, () => mayFail(run.steps, index));
      all.push(now);
    }
    return all;
  },
  { equals: isEqualData },
);

function initialSituation(project: Project, { start, isUnclear }: RunFacts): Situation {
  if (isUnclear || !project.isAutomata) return UNKNOWN;
  const path = start === undefined ? ROOT_PATH : statePath(project, start);
  return path === undefined ? UNKNOWN : follow(project, [path]);
}

/** Whether the steps after an action expect an error. Otherwise, an error ends the scenario. */
function mayFail(steps: readonly StepFacts[], index: number): boolean {
  // An indexed loop: scenarios may have thousands of steps, and the next action ends it.
  for (let next = index + 1; next < steps.length; next++) {
    const { kind, expectsError } = steps[next] ?? {};
    if (kind !== 'expect') return kind === undefined;
    if (expectsError) return true;
  }
  return false;
}

/** The path of the state with a name such as `child.state`, from the root; undefined if it is missing or unknown. */
export function statePath(project: Project, name: string): ScopePath | undefined {
  const [root] = project.scopes(ROOT_PATH);
  if (root === undefined || parseTarget(name).start !== 'sibling') return undefined;
  const found = resolveTarget(project, { ...root, path: ROOT_PATH }, name);
  return found.kind === 'found' ? found.path : undefined;
}

function situationAfter(
  project: Project,
  now: Situation,
  step: StepFacts,
  canFail: () => boolean,
): Situation {
  switch (step.kind) {
    case 'expect': {
      const state = step.state === undefined ? undefined : statePath(project, step.state);
      if (state === undefined) return now;
      // If the state was not expected, it is unknown whether a form is open.
      const isPossible = now.states?.some((one) => samePath(one, state)) === true;
      return { states: [state], forms: isPossible ? now.forms : undefined };
    }
    case 'click':
      return afterEvents(project, now, canFail(), (at) => eventsOf(project, at, step));
    case 'say':
      return afterEvents(project, now, canFail(), () => ['CHAT']);
    case 'form': {
      if (now.states === undefined || now.forms === undefined) return UNKNOWN;
      const next = follow(project, now.forms, false);
      if (next.states === undefined || next.forms === undefined) return UNKNOWN;
      return {
        states: distinctPaths([...now.states, ...next.states]),
        forms: distinctPaths([...now.forms, ...next.forms]),
      };
    }
    // The states after a task are already included.
    case 'cancel':
    case 'task':
    case 'task_error':
      return now;
    default:
      return UNKNOWN;
  }
}

/** The situation after events that are raised in any of the possible states. */
function afterEvents(
  project: Project,
  now: Situation,
  canFail: boolean,
  eventsIn: (state: ScopePath) => readonly (string | undefined)[] | undefined,
): Situation {
  if (now.states === undefined) return UNKNOWN;
  const staying: ScopePath[] = [];
  const states: ScopePath[] = [];
  const forms: ScopePath[] = [];
  for (const state of now.states) {
    const events = eventsIn(state);
    if (events === undefined) return UNKNOWN;
    // Without the button, the step fails.
    if (events.length === 0 && canFail) staying.push(state);
    for (const event of events) {
      const found = event === undefined ? STAYS : targetsOf(project, state, event);
      const next = found && follow(project, found.paths);
      if (next?.states === undefined || next.forms === undefined) return UNKNOWN;
      // The form may be cancelled.
      if (!found?.isCertain || next.forms.length > 0) staying.push(state);
      append(states, next.states);
      append(forms, next.forms);
    }
  }
  // If the step fails in every state, the author has to correct it first.
  const after = distinctPaths([...staying, ...states]);
  return { states: after.length > 0 ? after : now.states, forms: distinctPaths(forms) };
}

/**
 * The events that a click may raise in a state, undefined for a button without an event; undefined if not all of its
 * buttons are known.
 */
function eventsOf(
  project: Project,
  state: ScopePath,
  { content, event }: StepFacts,
): readonly (string | undefined)[] | undefined {
  if (event !== undefined) return event.includes('{{') ? undefined : [event];
  const buttons = buttonsOf(project, state);
  if (content === undefined || buttons === undefined || mayBeWrittenDifferently(content)) return undefined;
  return buttons.flatMap((button) =>
    button.content === undefined || button.content === content ? [button.event] : [],
  );
}

/** Whether YAML may read a label as a number or a boolean, which can be written in several ways. */
export function mayBeWrittenDifferently(label: string): boolean {
  return /^(?:true|false|null|~|[-+.]*\d.*)?$/is.test(label);
}

/** The parts of a state. The units are recorded as dependencies, because buttons and inputs are read from their trees. */
function scopesAt(project: Project, path: ScopePath): readonly ScopeEntry[] {
  const scopes = project.scopes(path);
  for (const { unit } of scopes) project.holds(unit);
  return scopes;
}

/** A button, with its content unless an expression computes it. */
export interface Button {
  readonly content: string | undefined;
  readonly event: string | undefined;
  /** The entries of its payload that are written in place. */
  readonly payload: readonly Pair[];
  /** The place of its content; undefined if an expression computes it, or it is empty. */
  readonly entry: NameEntry | undefined;
}

/** The buttons of a state; undefined if there may be others. */
export function buttonsOf(project: Project, state: ScopePath): readonly Button[] | undefined {
  if (project.isIncomplete('render', state)) return undefined;
  const buttons: Button[] = [];
  for (const entry of scopesAt(project, state)) {
    const { map } = entry.scope;
    if (map === undefined || isMerged(map)) return undefined;
    const render = valueAt(map, 'render');
    if (render === undefined || isEmptyOrNull(render)) continue;
    if (render.kind !== 'map' || isMerged(render)) return undefined;
    const list = valueAt(render, 'buttons');
    if (list === undefined || isEmptyOrNull(list)) continue;
    if (list.kind !== 'seq' || !addButtons(list, entry, buttons)) return undefined;
  }
  return buttons;
}

/** Adds the buttons of a list, or of lists in it; false if there may be others. */
function addButtons(list: SeqNode, entry: ScopeEntry, buttons: Button[]): boolean {
  for (const item of list.items) {
    const value = resolveAlias(item);
    if (value?.kind === 'seq') {
      if (!addButtons(value, entry, buttons)) return false;
    } else if (value?.kind !== 'map' || isMerged(value)) return false;
    else {
      const content = valueAt(value, 'content');
      const click = valueAt(value, 'on_click');
      const event = click?.kind === 'map' ? valueAt(click, 'event') : click;
      const raised =
        event?.kind === 'scalar' && !isTagged(event) ? nameOf(event, entry.unit.text)?.text : undefined;
      if (raised === undefined && click !== undefined) return false;
      const sent = click?.kind === 'map' ? valueAt(click, 'payload') : undefined;
      const payload = sent?.kind === 'map' ? sent.pairs : [];
      const isLiteral = content?.kind === 'scalar' && !isTagged(content) && !content.value.includes('{{');
      if (isLiteral) {
        const name = nameOf(content, entry.unit.text);
        buttons.push({ content: content.value, event: raised, payload, entry: name && { ...entry, name } });
      } else buttons.push({ content: undefined, event: raised, payload, entry: undefined });
    }
  }
  return true;
}

/** The states that a transition may enter, and whether it certainly enters one of them. */
interface Targets {
  readonly paths: readonly ScopePath[];
  readonly isCertain: boolean;
}

const STAYS: Targets = { paths: [], isCertain: false };

/** The possible next states after an event of a state; undefined if they are unknown. */
function targetsOf(project: Project, state: ScopePath, event: string): Targets | undefined {
  const [from] = project.scopes(state);
  if (from === undefined || event.includes('{{')) return undefined;
  const isOwn = OWN_EVENTS.has(event);
  const found = resolveEvent(project, from, event);
  if (found.kind === 'unknown') return undefined;
  if (found.kind === 'missing') return STAYS;
  if (isOwn && !samePath(found.path, state)) return STAYS;
  const handlers = found.entries.map(({ handler, ...at }) => ({ handler, at }));
  const paths = destinations(project, handlers);
  const [only, ...others] = handlers;
  const isCertain = others.length === 0 && only?.handler.cases.some(isUnconditional) === true;
  return paths && { paths, isCertain };
}

/** Events that enclosing automata do not handle. */
const OWN_EVENTS: ReadonlySet<string> = new Set(['CHAT', 'ALWAYS', 'DONE']);

function destinations(
  project: Project,
  handlers: readonly { readonly handler: HandlerFacts; readonly at: ScopeEntry }[],
): readonly ScopePath[] | undefined {
  const paths: ScopePath[] = [];
  for (const { handler, at } of handlers) {
    // An empty or aliased value has no cases.
    if (handler.cases.length === 0) return undefined;
    for (const { target, node } of handler.cases) {
      const isHidden = target === undefined && node.kind === 'map' && pairOf(node, 'target') !== undefined;
      if (isHidden) return undefined;
      const found = resolveTarget(project, at, target?.text);
      if (found.kind !== 'found') return undefined;
      paths.push(found.path);
    }
  }
  return paths;
}

/**
 * The situation after a conversation has entered one of some states or automata: follows `initial`, forms and ALWAYS.
 *
 * @param opensForms whether the forms of these states open; otherwise they have been filled in
 */
function follow(project: Project, paths: readonly ScopePath[], opensForms = true): Situation {
  const states: ScopePath[] = [];
  const forms: ScopePath[] = [];
  const seen = new Set<string>();
  const queue = paths.map((path) => ({ path, opensForms }));
  // States that follow are appended.
  for (const next of queue) {
    const { path } = next;
    const key = `${pathKey(path)}\n${next.opensForms}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const visit = visited(project, path, next.opensForms);
    if (visit === undefined) return UNKNOWN;
    if (visit.kind === 'form') {
      forms.push(path);
      // The form does not open if all of its values are passed.
      queue.push({ path, opensForms: false });
      continue;
    }
    if (visit.kind === 'state') states.push(path);
    for (const target of visit.next) if (target !== path) queue.push({ path: target, opensForms: true });
  }
  return { states: distinctPaths(states), forms: distinctPaths(forms) };
}

type Visit =
  | { readonly kind: 'form' }
  | { readonly kind: 'automata' | 'state'; readonly next: readonly ScopePath[] };

/** The effect of entering a state or automata: its form opens, or the states that follow without waiting. */
function visited(project: Project, path: ScopePath, opensForms: boolean): Visit | undefined {
  const scopes = scopesAt(project, path);
  const [first] = scopes;
  if (first === undefined) return undefined;
  if (path.length > 0 && UNCERTAIN.some((part) => project.isIncomplete(part, path))) return undefined;
  if (opensForms && scopes.some(({ scope }) => scope.inputs.some(isFormInput))) return { kind: 'form' };
  if (first.scope.kind === 'automata') {
    const [initial] = scopes.flatMap((at) => at.scope.initial?.text ?? []);
    const found = initial === undefined ? undefined : resolveInitial(project, first, initial);
    return found?.kind === 'found' ? { kind: 'automata', next: [found.path] } : undefined;
  }
  const isDoneHandled = path.length > 1 || project.table.has('handlerAt', keyAt(ROOT_PATH, 'DONE'));
  if (isDoneHandled && scopes.some(({ scope }) => scope.final !== 'no')) return undefined;
  const always = scopes.flatMap((at) =>
    at.scope.handlers.flatMap((handler) => (handler.event.text === 'ALWAYS' ? [{ handler, at }] : [])),
  );
  const next = destinations(project, always);
  return next && { kind: 'state', next };
}

const UNCERTAIN = ['inputs', 'transitions'] as const;

/** Whether a form may contain an input. */
export function isFormInput({ node }: InputFacts): boolean {
  const value = resolveAlias(node);
  if (value?.kind !== 'map') return false;
  if (textOf(value, 'type') === 'IM' || textOf(value, 'source') === 'IM') return false;
  return valueAt(value, 'user_input') !== undefined || textOf(value, 'source') === 'form';
}

/** An input that the form of a state certainly asks for; undefined if this is not known. */
export function formInput(
  project: Project,
  state: ScopePath,
  name: string,
): { readonly entry: NameEntry; readonly map: MapNode } | undefined {
  const [only, ...others] = scopesAt(project, state).flatMap((entry) =>
    entry.scope.inputs.flatMap((input) => (input.name.text === name ? [{ entry, input }] : [])),
  );
  if (only === undefined || others.length > 0) return undefined;
  const map = resolveAlias(only.input.node);
  if (map?.kind !== 'map' || isMerged(map) || isTagged(map)) return undefined;
  const isAsked = textOf(map, 'user_input') === 'true' || textOf(map, 'source') === 'form';
  if (!isAsked || !isFormInput(only.input) || valueAt(map, 'value') !== undefined) return undefined;
  // The form does not ask for what a transition passes.
  const isPassed = transitionsTo(project, state).some((one) => mayPass(one.case, name));
  return isPassed ? undefined : { entry: { ...only.entry, name: only.input.name }, map };
}

function mayPass(one: CaseFacts, name: string): boolean {
  return hidesInputs(one) || one.inputs.some((input) => input.text === name);
}

export function distinctPaths(paths: readonly ScopePath[]): readonly ScopePath[] {
  return [...new Map(paths.map((path) => [pathKey(path), path])).values()];
}
