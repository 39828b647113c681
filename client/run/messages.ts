/** Messages between the conversation panel and its page. Types only: both sides share this file. */

import type { LocatedConversionError } from '../../server/protocol/messages';
import type { ChatScript, ShownTurn } from '../../server/run/conversation/chat-data';
import type { ConversationEvent, Json, SourceRange } from '../../server/run/conversation/events';
import type { TaskAnswer } from '../../server/run/conversation/tasks';
import type { ModelFix } from '../../server/run/model/problem';
import type { FromAnyPage } from '../page-messages';

export type Start = ChatScript['start'];

/** From the panel to the page. */
export type ToPage =
  | PageConversation
  /** More text of the model that is answering. */
  | { readonly type: 'modelText'; readonly text: string }
  /** Why there is nothing to show. */
  | { readonly type: 'none'; readonly reason: string; readonly needsTrust: boolean };

export interface PageConversation {
  readonly type: 'conversation';
  /** The index of the first sent turn; the page knows the previous ones. */
  readonly from: number;
  readonly turns: readonly ShownTurn[];
  /** The state of the debugger; undefined if the conversation is not debugged. */
  readonly debugging: 'running' | 'paused' | 'waiting' | 'ended' | undefined;
  readonly waitsFor: 'form' | 'task' | undefined;
  readonly isOver: boolean;
  /** The current context; undefined if it cannot be converted to JSON. */
  readonly context: Json | undefined;
  /** The number of events that could not be repeated with the current text. */
  readonly skipped: number;
  readonly start: Start;
  readonly tasks: ChatScript['tasks'];
  /** The states in which it can start. */
  readonly states: readonly string[];
  /** Why the current text cannot be run. */
  readonly problems: readonly LocatedConversionError[];
  /** The first turn that differs since the last edit, and its previous content; absent if there is none. */
  readonly difference: Difference | undefined;
  readonly loadsMedia: boolean;
  /** The host that receives prompts; undefined if no model answers, or none is set up. */
  readonly modelHost: string | undefined;
  /** The state of the model for the pending task; undefined if the author is asked. */
  readonly model: PageModel | undefined;
  /** What the page stores; undefined if it is not restored. */
  readonly saved: SavedPage | undefined;
}

export type PageModel =
  | { readonly kind: 'answering'; readonly text: string }
  | { readonly kind: 'stopped'; readonly problem?: string; readonly fix?: ModelFix | undefined };

export interface Difference {
  readonly turn: number;
  readonly before: ShownTurn | undefined;
}

/** From the page to the panel. */
export type FromPage =
  | FromAnyPage
  /** An action of the agent's user. */
  | { readonly type: 'event'; readonly event: ConversationEvent }
  /** The result of the pending task. */
  | { readonly type: 'answer'; readonly task: string; readonly answer: TaskAnswer }
  /** Drop everything after this turn. */
  | { readonly type: 'back'; readonly turn: number }
  /** Repeat the event of this turn. */
  | { readonly type: 'resend'; readonly turn: number }
  | { readonly type: 'restart' }
  /** Restart with other random numbers. */
  | { readonly type: 'newUser' }
  | { readonly type: 'start'; readonly start: Start }
  | { readonly type: 'tasks'; readonly tasks: ChatScript['tasks'] }
  /** Let the model answer the pending task. */
  | { readonly type: 'askModel' }
  | { readonly type: 'cancelModel' }
  | { readonly type: 'fixModel'; readonly fix: ModelFix }
  /** Accept the conversation with the current text. */
  | { readonly type: 'accept' }
  | { readonly type: 'save' }
  | { readonly type: 'loadMedia' }
  | { readonly type: 'reveal'; readonly place: SourceRange }
  | { readonly type: 'showProblem'; readonly at: number };

/** What the page restores after a reload of the window; the serializer of the panel reads it. */
export interface SavedPage {
  /** A file of the automata. */
  readonly uri: string;
  readonly script: ChatScript;
  readonly loadsMedia: boolean;
}
