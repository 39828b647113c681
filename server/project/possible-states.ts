import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import type { HandlerFacts, InputFacts, ScopeFacts } from '../facts/facts';
import { nameOf } from '../facts/name';
import type { RunFacts, StepFacts } from '../facts/scenario';
import { parseTarget } from '../format/target-path';
import { isTagged } from '../format/walk';
import { append } from '../text/append';
import { isEmptyOrNull, isMerged, pairOf, resolveAlias, type SeqNode, textOf, valueAt } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import type { Project } from './project';
import { resolveEvent, resolveInitial, resolveTarget } from './resolve';
import { keyAt, pathKey, type ScopeEntry } from './symbols';

type Path = readonly string[];

/** Where a conversation may be at one step of a scenario. */
export interface Situation {
  /** The states that it may wait in, before or after a form; undefined if they are not known. */
  readonly states: readonly Path[] | undefined;
  /** The states whose form may be open; undefined if they are not known. */
  readonly forms: readonly Path[] | undefined;
}

const UNKNOWN: Situation = { states: undefined, forms: undefined };

/**
 * The possible states of a conversation before each step, and after the last one. No possible state is missing; an
 * expectation of a state leaves only that one.
 */
export const possibleStates = engine.query(
  'possible states of a scenario',
  (project: Project, run: RunFacts): readonly Situation[] => {
    let now = begin(project, run);
    const all = [now];
    for (const step of run.steps) {
      now = after(project, now, step);
      all.push(now);
    }
    return all;
  },
  { equals: isEqualData },
);

function begin(project: Project, { start, isUnclear }: RunFacts): Situation {
  if (isUnclear || !project.isAutomata) return UNKNOWN;
  const path = start === undefined ? [] : statePath(project, start);
  return path === undefined ? UNKNOWN : entered(project, [path]);
}

/** The path of a state that is named by its path from the root; undefined if there is none, or it is not known. */
export function statePath(project: Project, name: string): Path | undefined {
  const [root] = project.scopes([]);
  if (root === undefined || parseTarget(name).start !== 'sibling') return undefined;
  const found = resolveTarget(project, { ...root, path: [] }, name);
  return found.kind === 'found' ? found.path : undefined;
}

function after(project: Project, now: Situation, step: StepFacts): Situation {
  switch (step.kind) {
    case 'expect': {
      const state = step.state === undefined ? undefined : statePath(project, step.state);
      if (state === undefined) return now;
      // Whatever leads there has not been followed, so that its form has not either.
      const isPossible = now.states?.some((one) => pathKey(one) === pathKey(state)) === true;
      return { states: [state], forms: isPossible ? now.forms : undefined };
    }
    case 'click':
      return raised(project, now, (at) => eventsOf(project, at, step));
    case 'say':
      return raised(project, now, () => ['CHAT']);
    case 'form': {
      if (now.states === undefined || now.forms === undefined) return UNKNOWN;
      const next = settled(project, now.forms);
      return (
        next && {
          states: distinct([...now.states, ...(next.states ?? [])]),
          forms: distinct([...now.forms, ...(next.forms ?? [])]),
        }
      );
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

/** Where events lead that are raised in any of the possible states. */
function raised(
  project: Project,
  now: Situation,
  eventsIn: (state: Path) => readonly string[] | undefined,
): Situation {
  if (now.states === undefined) return UNKNOWN;
  const targets: Path[] = [];
  for (const state of now.states) {
    const events = eventsIn(state);
    if (events === undefined) return UNKNOWN;
    for (const event of events) {
      const found = targetsOf(project, state, event);
      if (found === undefined) return UNKNOWN;
      append(targets, found);
    }
  }
  const next = entered(project, targets);
  if (next.states === undefined || next.forms === undefined) return UNKNOWN;
  return { states: distinct([...now.states, ...next.states]), forms: next.forms };
}

/** The events that a click may raise in a state; undefined if not all of its buttons are known. */
function eventsOf(
  project: Project,
  state: Path,
  { content, event }: StepFacts,
): readonly string[] | undefined {
  if (event !== undefined) return event.includes('{{') ? undefined : [event];
  const buttons = buttonsOf(project, state);
  if (content === undefined || buttons === undefined) return undefined;
  return buttons.flatMap((button) =>
    button.content === undefined || button.content === content ? (button.event ?? []) : [],
  );
}

/** The parts of a state. The content of buttons and inputs is included, so that any edit of them counts. */
function scopesAt(project: Project, path: Path): readonly ScopeEntry[] {
  const scopes = project.scopes(path);
  for (const { unit } of scopes) project.holds(unit);
  return scopes;
}

/** A button, with its content unless that is computed. */
export interface Button {
  readonly content: string | undefined;
  readonly event: string | undefined;
}

/** The buttons of a state; undefined if there may be others. */
export function buttonsOf(project: Project, state: Path): readonly Button[] | undefined {
  if (project.isIncomplete('render', state)) return undefined;
  const buttons: Button[] = [];
  for (const { scope, unit } of scopesAt(project, state)) {
    const { map } = scope;
    if (map === undefined || isMerged(map)) return undefined;
    const render = valueAt(map, 'render');
    if (render === undefined || isEmptyOrNull(render)) continue;
    if (render.kind !== 'map' || isMerged(render)) return undefined;
    const list = valueAt(render, 'buttons');
    if (list === undefined || isEmptyOrNull(list)) continue;
    if (list.kind !== 'seq' || !addButtons(list, unit, buttons)) return undefined;
  }
  return buttons;
}

/** Adds the buttons of a list, or of lists in it; false if there may be others. */
function addButtons(list: SeqNode, unit: Unit, buttons: Button[]): boolean {
  for (const item of list.items) {
    const value = resolveAlias(item);
    if (value?.kind === 'seq') {
      if (!addButtons(value, unit, buttons)) return false;
    } else if (value?.kind !== 'map' || isMerged(value)) return false;
    else {
      const content = valueAt(value, 'content');
      const click = valueAt(value, 'on_click');
      const event = click?.kind === 'map' ? valueAt(click, 'event') : click;
      const raised =
        event?.kind === 'scalar' && !isTagged(event) ? nameOf(event, unit.text)?.text : undefined;
      if (raised === undefined && click !== undefined) return false;
      const isLiteral = content?.kind === 'scalar' && !isTagged(content) && !content.value.includes('{{');
      buttons.push({ content: isLiteral ? content.value : undefined, event: raised });
    }
  }
  return true;
}

/** The possible next states after an event of a state; undefined if they are unknown. */
function targetsOf(project: Project, state: Path, event: string): readonly Path[] | undefined {
  const [from] = project.scopes(state);
  if (from === undefined || event.includes('{{')) return undefined;
  const isOwn = OWN_EVENTS.has(event);
  const found = resolveEvent(project, from, event);
  if (found.kind === 'unknown') return undefined;
  if (found.kind === 'missing') return [];
  if (isOwn && pathKey(found.path) !== pathKey(state)) return [];
  return destinations(
    project,
    state,
    found.entries.map(({ handler, ...at }) => ({ handler, at })),
  );
}

/** Events that no automata around a state handles. */
const OWN_EVENTS: ReadonlySet<string> = new Set(['CHAT', 'ALWAYS', 'DONE']);

function destinations(
  project: Project,
  state: Path,
  handlers: readonly { readonly handler: HandlerFacts; readonly at: ScopeEntry }[],
): readonly Path[] | undefined {
  const paths: Path[] = [];
  for (const { handler, at } of handlers) {
    // An empty or aliased value has no cases.
    if (handler.cases.length === 0) return undefined;
    for (const { target, node } of handler.cases) {
      if (target === undefined) {
        if (node.kind === 'map' && pairOf(node, 'target') !== undefined) return undefined;
        paths.push(state);
        continue;
      }
      const found = resolveTarget(project, at, target.text);
      if (found.kind !== 'found') return undefined;
      paths.push(found.path);
    }
  }
  return paths;
}

/** Where a conversation may be after it enters one of some states or automata. */
function entered(project: Project, paths: readonly Path[]): Situation {
  return reach(project, paths, true) ?? UNKNOWN;
}

/** The same where the forms of these states have been filled in. */
function settled(project: Project, paths: readonly Path[]): Situation {
  return reach(project, paths, false) ?? UNKNOWN;
}

/** Follows `initial`, forms and ALWAYS. Undefined if something is not known. */
function reach(project: Project, paths: readonly Path[], asks: boolean): Situation | undefined {
  const states: Path[] = [];
  const forms: Path[] = [];
  const seen = new Set<string>();
  const queue = paths.map((path) => ({ path, asks }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { path } = next;
    const key = `${pathKey(path)}\n${next.asks}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const scopes = scopesAt(project, path);
    const [first] = scopes;
    if (
      first === undefined ||
      (path.length > 0 && UNCERTAIN.some((part) => project.isIncomplete(part, path)))
    )
      return undefined;
    if (next.asks && scopes.some(({ scope }) => hasForm(scope))) {
      forms.push(path);
      // The form does not open if all of its values are passed.
      queue.push({ path, asks: false });
      continue;
    }
    if (first.scope.kind === 'automata') {
      const initial = scopes.find(({ scope }) => scope.initial);
      const found = initial && resolveInitial(project, initial, initial.scope.initial?.text ?? '');
      if (found?.kind !== 'found') return undefined;
      queue.push({ path: found.path, asks: true });
      continue;
    }
    const isHandled = path.length > 1 || project.table.has('handlerAt', keyAt([], 'DONE'));
    if (isHandled && scopes.some(({ scope }) => scope.final !== 'no')) return undefined;
    states.push(path);
    const always = scopes.flatMap((at) =>
      at.scope.handlers.flatMap((handler) => (handler.event.text === 'ALWAYS' ? [{ handler, at }] : [])),
    );
    const further = destinations(project, path, always);
    if (further === undefined) return undefined;
    for (const one of further) if (one !== path) queue.push({ path: one, asks: true });
  }
  return { states: distinct(states), forms: distinct(forms) };
}

const UNCERTAIN = ['inputs', 'transitions'] as const;

function hasForm(scope: ScopeFacts): boolean {
  return scope.inputs.some(isFormInput);
}

/** Whether a form may contain an input. */
export function isFormInput({ node }: InputFacts): boolean {
  const value = resolveAlias(node);
  if (value?.kind !== 'map') return false;
  if (textOf(value, 'type') === 'IM' || textOf(value, 'source') === 'IM') return false;
  return valueAt(value, 'user_input') !== undefined || textOf(value, 'source') === 'form';
}

function distinct(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [pathKey(path), path])).values()];
}
