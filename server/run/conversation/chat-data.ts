import type { Translations } from '../../text/message';
import {
  type ConversationEvent,
  type ConversationOutput,
  type Json,
  type ShownOutput,
  shownOutputs,
  type TaskQuestion,
} from './events';
import type { TaskAnswer } from './tasks';

/** The input of a conversation. Everything else follows from it and the automata. */
export interface ChatScript {
  readonly start: { readonly state?: string; readonly context?: { readonly [name: string]: Json } };
  readonly seed: number;
  /** The time that `Date` returns, in milliseconds since 1970. */
  readonly time: number;
  /**
   * How a task without a given result is handled: the author is asked, or it gets an example. `live`: the client has
   * a model answer tasks of language models, and others get an example.
   */
  readonly tasks: 'ask' | 'auto' | 'live';
  /** The events of the agent's user. */
  readonly events: readonly ConversationEvent[];
  /** Results of tasks, in the order in which they were requested. */
  readonly answers: readonly GivenAnswer[];
}

export interface GivenAnswer {
  /** See `taskKey`. */
  readonly task: string;
  readonly answer: TaskAnswer;
}

/** The outputs after an event, or after the start. */
export interface ChatTurn<Output = ConversationOutput> {
  /** Undefined for the start. */
  readonly event: ConversationEvent | undefined;
  readonly outputs: readonly Output[];
  /** The number of given answers that were used until its end. */
  readonly answerCount: number;
}

/** The same in the language of a reader. */
export type ShownTurn = ChatTurn<ShownOutput>;

export function shownTurns(
  turns: readonly ChatTurn[],
  translations: Translations | undefined,
): readonly ShownTurn[] {
  return turns.map((turn) => ({ ...turn, outputs: shownOutputs(turn.outputs, translations) }));
}

/** The key of a task, stable when the text is edited. */
export function taskKey({ state, name, index }: Pick<TaskQuestion, 'state' | 'name' | 'index'>): string {
  return JSON.stringify([state, name ?? index]);
}
