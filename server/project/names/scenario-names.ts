import type { ScenarioName } from '../../facts/scenario';
import { distinctPaths, possibleStates, type Situation, statePath } from '../flow/possible-states';
import type { Project } from '../project';
import { resolveEvent } from './resolve';
import { isInput } from './scope';
import { ROOT_PATH, type ScopePath, samePath } from './scope-path';
import { pathKey } from './symbols';

/** A symbol of a kind that a name in a scenario may refer to. Paths start at the root of the project. */
export type ScenarioTarget =
  | { readonly kind: 'state'; readonly path: ScopePath }
  /** `path` is that of the scope which handles it or, if none does, of the one that raises it. */
  | { readonly kind: 'event'; readonly name: string; readonly path: ScopePath; readonly handled: boolean }
  /** A key of an event's payload. */
  | {
      readonly kind: 'payload';
      readonly name: string;
      readonly event: string;
      readonly path: ScopePath;
      readonly handled: boolean;
    }
  /** `path` is that of the automata which declares it; undefined for a variable that is only assigned. */
  | { readonly kind: 'context'; readonly name: string; readonly path: ScopePath | undefined }
  /** An input, a task's result, a function parameter or a plain output of the scope at `path`. In scenarios, an input. */
  | { readonly kind: 'local'; readonly name: string; readonly path: ScopePath }
  /** A task of the state at `path`, by its display name. */
  | { readonly kind: 'task'; readonly name: string; readonly path: ScopePath }
  /** The buttons with this content of the state at `path`. */
  | { readonly kind: 'button'; readonly name: string; readonly path: ScopePath };

/** The symbols that a name in a scenario may refer to: several if it is ambiguous, none if it is unknown. */
export function targetsOfName(project: Project, name: ScenarioName): readonly ScenarioTarget[] {
  if (!project.isAutomata) {
    // Its automata may be unknown only because nothing but the scenario file is read yet.
    project.requireAllFiles();
    return [];
  }
  switch (name.role) {
    case 'state':
      return stateTargets(project, name);
    case 'event':
      return eventTargets(project, name.text, situationOf(project, name).states);
    case 'payload': {
      const { event = '', text } = name;
      return eventTargets(project, event, situationOf(project, name).states).map(({ path, handled }) => ({
        kind: 'payload',
        name: text,
        event,
        path,
        handled,
      }));
    }
    case 'context':
      return contextTargets(project, name);
    case 'form-field': {
      const paths = inputPaths(project, name);
      return paths.map((path) => ({ kind: 'local', name: name.text, path }));
    }
    case 'task':
    case 'task-or-module':
      return taskTargets(project, name);
    case 'button':
      return buttonTargets(project, name);
  }
}

/** The possible states of the conversation at the step that contains a name. */
export function situationOf(project: Project, { run, step }: Pick<ScenarioName, 'run' | 'step'>): Situation {
  const situation = step < 0 ? undefined : possibleStates(project, run)[step];
  return situation ?? { states: undefined, forms: undefined };
}

function stateTargets(project: Project, { path, target }: ScenarioName): readonly ScenarioTarget[] {
  if (path === undefined || target === undefined) return [];
  const whole = statePath(project, target);
  const found = whole ? whole.slice(0, whole.length - path.following) : statePath(project, path.upTo);
  return found ? [{ kind: 'state', path: found }] : [];
}

type EventTarget = Extract<ScenarioTarget, { kind: 'event' }>;

function eventTargets(
  project: Project,
  name: string,
  states: readonly ScopePath[] | undefined,
): readonly EventTarget[] {
  const event = (path: ScopePath, handled: boolean): EventTarget => ({ kind: 'event', name, path, handled });
  const known = (states ?? []).flatMap((state): EventTarget[] => {
    const [from] = project.scopes(state);
    const found = from && resolveEvent(project, from, name);
    return found?.kind === 'found' ? [event(found.path, true)] : [];
  });
  if (known.length > 0) return distinct(known);
  const handlers = project.table.get('handler', name).map(({ path }) => event(path, true));
  if (handlers.length > 0) return distinct(handlers);
  return distinct(project.table.get('emitter', name).map(({ path }) => event(path, false)));
}

function contextTargets(project: Project, name: ScenarioName): readonly ScenarioTarget[] {
  const { text } = name;
  const declared = project.table.get('declaration', text).map(({ path }) => path);
  const context = (path: ScopePath | undefined): ScenarioTarget => ({ kind: 'context', name: text, path });
  // A conversation starts with the variables of the outermost automata.
  const states = name.step < 0 ? [ROOT_PATH] : situationOf(project, name).states;
  const nearest = states?.map((state) =>
    declared
      .filter((path) => path.every((one, index) => state[index] === one))
      .reduce<ScopePath | undefined>((a, b) => (a && a.length >= b.length ? a : b), undefined),
  );
  if (nearest !== undefined && nearest.length > 0 && nearest.every((path) => path !== undefined))
    return distinct(nearest.map(context));
  if (declared.length > 0) return distinct(declared.map(context));
  return project.table.has('assigned', text) ? [context(undefined)] : [];
}

/** The states whose form may contain an input: the possible ones, otherwise all that have it. */
function inputPaths(project: Project, name: ScenarioName): readonly ScopePath[] {
  const { forms } = situationOf(project, name);
  const open = (forms ?? []).filter((path) => isInput(project, path, name.text));
  if (open.length > 0) return open;
  const all = project.table.get('anyInput', '').filter((entry) => entry.name.text === name.text);
  return distinctPaths(all.map(({ path }) => path));
}

/** The buttons of the possible states, otherwise all buttons with this content. */
function buttonTargets(project: Project, name: ScenarioName): readonly ScenarioTarget[] {
  const { text } = name;
  // The state that an expectation meets is that after its step.
  const { states } = situationOf(project, name.isExpected ? { ...name, step: name.step + 1 } : name);
  const possible = states && new Set(states.map(pathKey));
  const entries = project.table
    .get('button', text)
    .filter(({ path }) => possible?.has(pathKey(path)) ?? true);
  return distinct(entries.map(({ path }): ScenarioTarget => ({ kind: 'button', name: text, path })));
}

function taskTargets(project: Project, { text, target }: ScenarioName): readonly ScenarioTarget[] {
  const entries = project.table.get('task', text);
  const tasks = distinct(entries.map(({ path }): ScenarioTarget => ({ kind: 'task', name: text, path })));
  if (target === undefined) return tasks;
  const state = statePath(project, target);
  return state ? tasks.filter(({ path }) => samePath(path ?? ROOT_PATH, state)) : [];
}

function distinct<T extends ScenarioTarget>(targets: readonly T[]): readonly T[] {
  const keyOf = ({ path }: T) => (path === undefined ? '' : `/${pathKey(path)}`);
  return [...new Map(targets.map((one) => [keyOf(one), one])).values()];
}
