import type { Translations } from '../text/message';
import {
  type ConversationEvent,
  type ConversationOutput,
  type Json,
  type ShownOutput,
  shownOutputs,
  type TaskQuestion,
} from './events';
import type { TaskAnswer } from './tasks';

/** What was done in a conversation. Everything else follows from it and the automata. */
export interface ChatScript {
  readonly start: { readonly state?: string; readonly context?: { readonly [name: string]: Json } };
  readonly seed: number;
  /** What `Date` shows, in milliseconds since 1970. */
  readonly time: number;
  /**
   * What happens where a task needs a result that is not given: the author is asked, or it gets an example. `live`: the
   * client has a model answer tasks of language models, and others get an example.
   */
  readonly tasks: 'ask' | 'auto' | 'live';
  /** What the user of the agent did. */
  readonly events: readonly ConversationEvent[];
  /** What tasks resulted in, in the order in which they were asked for. */
  readonly answers: readonly GivenAnswer[];
}

export interface GivenAnswer {
  /** See `taskKey`. */
  readonly task: string;
  readonly answer: TaskAnswer;
}

/** What an event led to, or the beginning. */
export interface ChatTurn<Output = ConversationOutput> {
  /** Undefined for the beginning. */
  readonly event: ConversationEvent | undefined;
  readonly outputs: readonly Output[];
  /** How many of the given answers were used until its end. */
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

/** Identifies a task, also in a changed text. */
export function taskKey({ state, name, index }: Pick<TaskQuestion, 'state' | 'name' | 'index'>): string {
  return JSON.stringify([state, name ?? index]);
}
