import type { ValueRef } from '../sandbox/sandbox';
import type { AssumptionId } from './assumptions';
import type { Json, MessageButton } from './events';
import type { ProgramAutomata, ProgramState } from './program';

/** An automata that was entered. */
export interface ActiveAutomata {
  readonly automata: ProgramAutomata;
  /** Its own variables. */
  readonly own: ValueRef;
  /** Its variables and those of the automata around it, as `context` in expressions. */
  readonly context: ValueRef;
  readonly inputs: Map<string, ValueRef>;
}

/** A button with its payload when it was shown. */
export interface ShownButton extends MessageButton {
  readonly payloadValue: ValueRef | undefined;
  readonly id: string | undefined;
}

/** A visit of a state. */
export interface Visit {
  readonly state: ProgramState;
  /** Outermost first; the last is the automata of the state. */
  readonly chain: readonly ActiveAutomata[];
  /** Inputs, results of tasks and plain outputs. */
  readonly locals: Map<string, ValueRef>;
  buttons: readonly ShownButton[];
}

/** The values that a transition passes to its target. */
export interface TransitionArguments {
  readonly event: string | undefined;
  readonly inputs: ReadonlyMap<string, ValueRef>;
  /** The message of the user that led here. */
  readonly said: string | undefined;
  /** The id of the clicked button (`UNSTABLE_button_id`). */
  readonly buttonId: string | undefined;
}

export const NO_ARGUMENTS: TransitionArguments = {
  event: undefined,
  inputs: new Map(),
  said: undefined,
  buttonId: undefined,
};

/** Variables by name. */
class ScopeVariables extends Map<string, ValueRef> {
  /** Assumptions of expressions that use a name, including names that are not visible. */
  readonly assumptions = new Map<string, AssumptionId>();
}

/** The variables of a state's expressions: its own, then inputs of the enclosing automata, and `context`. */
export function variablesOf(
  chain: readonly ActiveAutomata[],
  locals: ReadonlyMap<string, ValueRef>,
): ScopeVariables {
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

/** The event of a click. */
export interface RaisedEvent {
  readonly event: string;
  readonly payload: ValueRef | undefined;
  readonly said: string | undefined;
  readonly buttonId: string | undefined;
}

/** What a step waits for before it can continue. */
export type PendingQuestion = { readonly kind: 'form' } | { readonly kind: 'task' };

export type QuestionAnswer =
  | { readonly kind: 'form'; readonly values: { readonly [name: string]: Json } }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'task'; readonly value: Json }
  | { readonly kind: 'task_error'; readonly message: string };
