import type { ChatTurn } from '../../../server/run/chat-data';
import type { Json } from '../../../server/run/events';

/** A variable of the context. */
export interface ShownVariable {
  readonly name: string;
  /** Undefined if it was removed. */
  readonly value: Json | undefined;
  /** Whether the last event has changed it. */
  readonly isChanged: boolean;
  /** Its value before, if it has changed. */
  readonly before: Json | undefined;
}

/** The variables of the context after the last message, with what has changed since the last turn before. */
export function shownContext(turns: readonly ChatTurn[]): readonly ShownVariable[] {
  const at = turns.findLastIndex((turn) => contextIn(turn) !== undefined);
  const now = contextIn(turns[at]) ?? {};
  const earlier = turns.slice(0, Math.max(0, at)).findLast((turn) => contextIn(turn) !== undefined);
  const before = contextIn(earlier);
  const variables = Object.entries(now).map(([name, value]): ShownVariable => {
    const old = before && Object.hasOwn(before, name) ? before[name] : undefined;
    const isChanged = before !== undefined && JSON.stringify(old) !== JSON.stringify(value);
    return { name, value, isChanged, before: isChanged ? old : undefined };
  });
  const removed = Object.entries(before ?? {}).filter(([name]) => !Object.hasOwn(now, name));
  return [
    ...variables,
    ...removed.map(
      ([name, old]): ShownVariable => ({ name, value: undefined, isChanged: true, before: old }),
    ),
  ];
}

function contextIn(turn: ChatTurn | undefined): { readonly [name: string]: Json } | undefined {
  const message = turn?.outputs.findLast((one) => one.kind === 'message');
  const context = message?.kind === 'message' ? message.context : undefined;
  return typeof context === 'object' && context !== null && !Array.isArray(context)
    ? (context as { readonly [name: string]: Json })
    : undefined;
}
