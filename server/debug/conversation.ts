import type { ChatTurn, ShownTurn } from '../run/chat-data';
import type { ConversationEvent, ConversationOutput, Json, ShownOutput } from '../run/events';
import type { Timeline } from './timeline';

/** A debugged conversation, as `atomicState/conversation` returns it. */
export interface DebugConversation {
  /** The address of the main file. */
  readonly main: string;
  readonly turns: readonly ShownTurn[];
  readonly happenings: readonly ShownOutput[];
  /** Whether it is stopped before the end of a turn. */
  readonly isPaused: boolean;
  readonly isWaiting: boolean;
  readonly waitsFor: 'form' | 'task' | null;
  readonly isOver: boolean;
  /** The context at the current stop; absent if it cannot be converted to JSON. */
  readonly context?: Json;
}

/** The outputs up to the current stop, by user event. Results of tasks belong to their turn. */
export function chatTurnsOf({ events, turns }: Timeline): readonly ChatTurn[] {
  const shown: {
    event: ConversationEvent | undefined;
    outputs: ConversationOutput[];
    answerCount: number;
  }[] = [];
  for (const [index, outputs] of turns.entries()) {
    const event = events[index - 1];
    const last = shown.at(-1);
    if (last && event && ('task' in event || 'task_error' in event)) {
      const question = last.outputs.findLastIndex((one) => one.kind === 'ask');
      last.outputs = [...last.outputs.filter((_, at) => at !== question), ...outputs];
    } else shown.push({ event, outputs: [...outputs], answerCount: 0 });
  }
  return shown;
}
