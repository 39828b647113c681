import type { ChatScript, ShownTurn } from '../../server/run/conversation/chat-data';
import type { ConversationEvent } from '../../server/run/conversation/events';
import type { TaskAnswer } from '../../server/run/conversation/tasks';
import { isRefusedForm } from './refused-form';

/** Actions of the author, as changes of a conversation's script. */

export function newScript(time: number, more: Partial<ChatScript> = {}): ChatScript {
  return { start: {}, seed: 1, time, tasks: 'ask', events: [], answers: [], ...more };
}

/** Drops everything after a turn. */
export function backTo(script: ChatScript, turns: readonly ShownTurn[], turn: number): ChatScript {
  return {
    ...script,
    events: script.events.slice(0, turn),
    answers: script.answers.slice(0, turns[turn]?.answerCount ?? 0),
  };
}

/**
 * Appends an event to the played turns. Events that could not be repeated are dropped, and so is a refused form, which
 * the next one replaces.
 */
export function withEvent(
  script: ChatScript,
  turns: readonly ShownTurn[],
  event: ConversationEvent,
): ChatScript {
  const last = turns.findLastIndex((turn) => !isRefusedForm(turn));
  const { events, ...played } = backTo(script, turns, Math.max(0, last));
  return { ...played, events: [...events, event] };
}

/** Repeats the event of a turn with new results of its tasks. */
export function resent(script: ChatScript, turns: readonly ShownTurn[], turn: number): ChatScript {
  const event = script.events[turn - 1];
  return event === undefined ? script : withEvent(script, turns.slice(0, turn), event);
}

export function withAnswer(script: ChatScript, task: string, answer: TaskAnswer): ChatScript {
  return { ...script, answers: [...script.answers, { task, answer }] };
}
