/** What the panel of a conversation and the page in it say to each other. Types only: both sides share this file. */

import type { LocatedConversionError } from '../../server/protocol/messages';
import type { ChatScript, ShownTurn } from '../../server/run/chat-data';
import type { ConversationEvent, Json, SourceRange } from '../../server/run/events';
import type { TaskAnswer } from '../../server/run/tasks';
import type { FromAnyPage } from '../page-messages';
import type { ModelFix } from './model-words';
import type { RunTexts } from './texts';

export type Start = ChatScript['start'];

/** From the panel to the page. */
export type ToPage =
  | PageConversation
  /** More text of the model that is answering. */
  | { readonly type: 'modelText'; readonly text: string }
  /** There is nothing to show, for this reason. */
  | { readonly type: 'none'; readonly reason: string; readonly needsTrust: boolean };

export interface PageConversation {
  readonly type: 'conversation';
  /** The turns from this one on; the page knows those before. */
  readonly from: number;
  readonly turns: readonly ShownTurn[];
  /** What the debugger does with the conversation; undefined if it is not debugged. */
  readonly debugging: 'running' | 'paused' | 'waiting' | 'ended' | undefined;
  readonly waitsFor: 'form' | 'task' | undefined;
  readonly isOver: boolean;
  /** That of the present; undefined if it has no JSON. */
  readonly context: Json | undefined;
  /** How many events could not be repeated on the present text. */
  readonly skipped: number;
  readonly start: Start;
  readonly tasks: ChatScript['tasks'];
  /** The states that it can begin in. */
  readonly states: readonly string[];
  /** Why the present text cannot be run. */
  readonly problems: readonly LocatedConversionError[];
  /** The first turn that differs since the text was edited, and how it was before; absent if there was none. */
  readonly difference: Difference | undefined;
  readonly loadsMedia: boolean;
  /** The host that prompts are sent to; undefined if no model is to answer, or none is set up. */
  readonly modelHost: string | undefined;
  /** What a model does about the task that waits; undefined if the author is asked. */
  readonly model: PageModel | undefined;
  /** What the page is to remember; undefined if it is not restored. */
  readonly saved: SavedPage | undefined;
}

export type PageModel =
  | { readonly kind: 'answering'; readonly text: string }
  | { readonly kind: 'stopped'; readonly problem?: string; readonly fix?: ModelFix };

export interface Difference {
  readonly turn: number;
  readonly before: ShownTurn | undefined;
}

/** From the page to the panel. */
export type FromPage =
  | FromAnyPage
  /** The user of the agent does something. */
  | { readonly type: 'event'; readonly event: ConversationEvent }
  /** The result of the task that is asked for. */
  | { readonly type: 'answer'; readonly task: string; readonly answer: TaskAnswer }
  /** Forget what happened after this turn. */
  | { readonly type: 'back'; readonly turn: number }
  /** Do the event of this turn again. */
  | { readonly type: 'resend'; readonly turn: number }
  | { readonly type: 'restart' }
  /** From the beginning, with other random numbers. */
  | { readonly type: 'newUser' }
  | { readonly type: 'start'; readonly start: Start }
  | { readonly type: 'tasks'; readonly tasks: ChatScript['tasks'] }
  /** Have the model answer the task that waits. */
  | { readonly type: 'askModel' }
  | { readonly type: 'cancelModel' }
  | { readonly type: 'fixModel'; readonly fix: ModelFix }
  /** The conversation on the present text is the one that counts. */
  | { readonly type: 'accept' }
  | { readonly type: 'save' }
  | { readonly type: 'loadMedia' }
  | { readonly type: 'trust' }
  | { readonly type: 'reveal'; readonly place: SourceRange }
  | { readonly type: 'showProblem'; readonly at: number };

/** What the page remembers over a reload of the window; the serializer of the panel reads it. */
export interface SavedPage {
  /** A file of the automata. */
  readonly uri: string;
  readonly script: ChatScript;
  readonly loadsMedia: boolean;
}

/** The data that the page starts with. */
export interface PageStart {
  readonly texts: RunTexts;
}
