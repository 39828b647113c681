import type { AssumptionId } from './assumptions';
import type { Json, MessageButton } from './events';
import type { ProgramAutomata, ProgramState } from './program';
import type { ValueRef } from './sandbox';

/** An automata that was entered. */
export interface ActiveAutomata {
  readonly automata: ProgramAutomata;
  /** Its own variables. */
  readonly own: ValueRef;
  /** Its variables and those of the automata around it, as `context` in expressions. */
  readonly context: ValueRef;
  readonly inputs: Map<string, ValueRef>;
}

/** A button with the values that it carries, which are those of the time when it was shown. */
export interface ShownButton extends MessageButton {
  readonly payloadValue: ValueRef | undefined;
  readonly id: string | undefined;
}

/** One stay in a state. */
export interface Visit {
  readonly state: ProgramState;
  /** Outermost first; the last is the automata of the state. */
  readonly chain: readonly ActiveAutomata[];
  /** Inputs, results of tasks and plain outputs. */
  readonly locals: Map<string, ValueRef>;
  buttons: readonly ShownButton[];
}

/** What a transition passes to the state that it leads to. */
export interface TransitionArguments {
  readonly event: string | undefined;
  readonly inputs: ReadonlyMap<string, ValueRef>;
  /** The message that led here. */
  readonly said: string | undefined;
  /** The id of the button that was clicked (`UNSTABLE_button_id`). */
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
  /** What is assumed by an expression that uses a name, which may also be a name that is not visible. */
  readonly assumptions = new Map<string, AssumptionId>();
}

/** The variables of the expressions of a state: its own, then inputs of the automata around it, and `context`. */
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

/** What happens on a click. */
export interface RaisedEvent {
  readonly event: string;
  readonly payload: ValueRef | undefined;
  readonly said: string | undefined;
  readonly buttonId: string | undefined;
}

/** What the interpreter waits for in the middle of a step. */
export type PendingQuestion = { readonly kind: 'form' } | { readonly kind: 'task' };

export type QuestionAnswer =
  | { readonly kind: 'form'; readonly values: { readonly [name: string]: Json } }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'task'; readonly value: Json }
  | { readonly kind: 'task_error'; readonly message: string };
