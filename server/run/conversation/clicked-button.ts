import type { Json, MessageButton } from './events';

/** What a click names: the content of a button, or what it raises. */
type Click = string | Action;

/** What a button raises. */
interface Action {
  readonly event?: string | undefined;
  readonly payload?: Json | undefined;
}

/** The button that a click means; undefined if there is none. */
export function clickedButton<T extends Pick<MessageButton, 'content' | 'event' | 'payload'>>(
  click: Click,
  buttons: readonly T[] = [],
): T | undefined {
  if (typeof click === 'string') return buttons.find(({ content }) => content === click);
  const action = actionOf(click);
  return buttons.find((button) => actionOf(button) === action);
}

/** Equal for buttons that do the same. */
export function actionOf({ event, payload }: Action): string {
  return JSON.stringify([event ?? null, payload === undefined ? [] : [sortedJson(payload)]]);
}

/** A value with the members of its objects in alphabetical order. */
export function sortedJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value as { readonly [name: string]: Json });
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sortedJson(member)]),
  );
}
