import type { ScopePath } from '../../project/names/scope-path';
import type { Sandbox, SavedValues, ValueRef } from '../sandbox/sandbox';
import type { Json } from './events';
import { type Program, type ProgramAutomata, type ProgramState, programScopeAt } from './program';
import type { ActiveAutomata, ShownButton, Visit } from './visit';

/**
 * A conversation that waits for a click or a message, as data. Continuing from it in any sandbox is equivalent to
 * replaying its events, except for memory limits.
 */
export interface Snapshot {
  readonly visit: SavedVisit;
  readonly hasEnded: boolean;
  /** Results of tasks with `cache`. */
  readonly cached: readonly (readonly [key: string, result: Json])[];
  /** Paths of automata that were entered. */
  readonly entered: readonly ScopePath[];
  /** Assumptions and other remarks that are not repeated. */
  readonly assumed: readonly string[];
}

export interface SavedVisit {
  readonly state: ScopePath;
  /** The enclosing automata, outermost first, with the names of their inputs. */
  readonly chain: readonly { readonly path: ScopePath; readonly inputs: readonly string[] }[];
  readonly locals: readonly string[];
  readonly buttons: readonly (Omit<ShownButton, 'payloadValue'> & { readonly hasPayload: boolean })[];
  /** The saved values: variables and inputs of each automata, then locals, then payloads. */
  readonly values: SavedValues;
}

/** Undefined if the values are too large. */
export function saveVisit(
  { state, chain, locals, buttons }: Visit,
  sandbox: Sandbox,
): SavedVisit | undefined {
  const values = sandbox.save([
    ...chain.flatMap(({ own, inputs }) => [own, ...inputs.values()]),
    ...locals.values(),
    ...buttons.flatMap(({ payloadValue }) => (payloadValue === undefined ? [] : [payloadValue])),
  ]);
  if (values === undefined) return undefined;
  return {
    state: state.path,
    chain: chain.map(({ automata, inputs }) => ({ path: automata.path, inputs: [...inputs.keys()] })),
    locals: [...locals.keys()],
    buttons: buttons.map(({ payloadValue, ...button }) => ({
      ...button,
      hasPayload: payloadValue !== undefined,
    })),
    values,
  };
}

/** Undefined if the program does not have the state. */
export function loadVisit(saved: SavedVisit, program: Program, sandbox: Sandbox): Visit | undefined {
  const state = programScopeAt(program, saved.state);
  const automata = saved.chain.map(({ path }) => programScopeAt(program, path));
  if (state?.kind !== 'state' || !automata.every((one) => one?.kind === 'automata')) return undefined;
  const values = sandbox.load(saved.values).values();
  const next = () => values.next().value ?? sandbox.fromJson('null');
  const named = (names: readonly string[]) =>
    new Map(names.map((name): [string, ValueRef] => [name, next()]));
  const chain: ActiveAutomata[] = [];
  for (const [index, { inputs }] of saved.chain.entries()) {
    const own = next();
    const contexts = [own, ...chain.map((outer) => outer.own).toReversed()];
    chain.push({
      automata: automata[index] as ProgramAutomata,
      own,
      inputs: named(inputs),
      context: sandbox.contextOf(contexts),
    });
  }
  const locals = named(saved.locals);
  const buttons = saved.buttons.map(({ hasPayload, ...button }) => ({
    ...button,
    payloadValue: hasPayload ? next() : undefined,
  }));
  return { state: state as ProgramState, chain, locals, buttons };
}
