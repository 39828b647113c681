import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { Json } from '../../../server/run/conversation/events';
import { isRecord } from '../../../server/text/own-value';

/** A context variable as it is displayed. */
export interface ShownVariable {
  readonly name: string;
  /** Undefined if it was removed. */
  readonly value: Json | undefined;
  /** Whether the last event has changed it. */
  readonly isChanged: boolean;
  /** Its value before, if it has changed. */
  readonly before: Json | undefined;
}

type Context = { readonly [name: string]: Json };

/**
 * The context variables, and their changes by the last event.
 *
 * @param present the current context; undefined for that of the last message
 */
export function shownContext(
  turns: readonly ShownTurn[],
  present: Json | undefined,
): readonly ShownVariable[] {
  const contexts = turns.map(contextIn);
  const known = asContext(present);
  const last = known ? turns.length - 1 : contexts.findLastIndex((one) => one !== undefined);
  const now = known ?? contexts[last] ?? {};
  const before = contexts.slice(0, Math.max(0, last)).findLast((one) => one !== undefined);
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

function contextIn(turn: ShownTurn): Context | undefined {
  const message = turn.outputs.findLast((one) => one.kind === 'message');
  return message?.kind === 'message' ? asContext(message.context) : undefined;
}

function asContext(value: Json | undefined): Context | undefined {
  return isRecord(value) ? value : undefined;
}
