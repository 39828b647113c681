import type { AssumptionId } from './assumptions';
import type { Json, MessageButton } from './events';
import type { Automata, State } from './program';
import type { Ref } from './sandbox';

/** An automata that was entered. */
export interface Active {
  readonly automata: Automata;
  /** Its own variables. */
  readonly own: Ref;
  /** Its variables and those of the automata around it, as `context` in expressions. */
  readonly context: Ref;
  readonly inputs: Map<string, Ref>;
}

/** A button with the values that it carries, which are those of the time when it was shown. */
export interface ShownButton extends MessageButton {
  readonly payloadValue: Ref | undefined;
  readonly id: string | undefined;
}

/** One stay in a state. */
export interface Visit {
  readonly state: State;
  /** Outermost first; the last is the automata of the state. */
  readonly chain: readonly Active[];
  /** Inputs, results of tasks and plain outputs. */
  readonly locals: Map<string, Ref>;
  buttons: readonly ShownButton[];
}

/** What a transition passes to the state that it leads to. */
export interface Passed {
  readonly event: string | undefined;
  readonly inputs: ReadonlyMap<string, Ref>;
  /** The message that led here. */
  readonly said: string | undefined;
  /** The id of the button that was clicked (`UNSTABLE_button_id`). */
  readonly buttonId: string | undefined;
}

export const NOTHING_PASSED: Passed = {
  event: undefined,
  inputs: new Map(),
  said: undefined,
  buttonId: undefined,
};

/** Variables by name. */
export class ScopeVariables extends Map<string, Ref> {
  /** What is assumed by an expression that uses a name, which may also be a name that is not visible. */
  readonly assumptions = new Map<string, AssumptionId>();
}

/** The variables of the expressions of a state: its own, then inputs of the automata around it, and `context`. */
export function variablesOf(chain: readonly Active[], locals: ReadonlyMap<string, Ref>): ScopeVariables {
  const variables = new ScopeVariables();
  for (const { inputs } of chain)
    for (const [name, value] of inputs) {
      variables.set(name, value);
      variables.assumptions.set(name, 'automata-inputs');
    }
  for (const [name, value] of locals) {
    variables.set(name, value);
    variables.assumptions.delete(name);
  }
  const context = chain.at(-1)?.context;
  if (context !== undefined) variables.set('context', context);
  return variables;
}

/** What happens on a click. */
export interface Raised {
  readonly event: string;
  readonly payload: Ref | undefined;
  readonly said: string | undefined;
  readonly buttonId: string | undefined;
}

/** What the interpreter waits for in the middle of a step. */
export type Question = { readonly kind: 'form' } | { readonly kind: 'task' };

export type Answer =
  | { readonly kind: 'form'; readonly values: { readonly [name: string]: Json } }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'task'; readonly value: Json }
  | { readonly kind: 'task_error'; readonly message: string };
