/**
 * The automata that contains a slice: the root, or one nested in its states. The text below the `states:` of either
 * is cut by the columns of its keys. Immutable.
 */
export interface Level {
  /** Names of the states around the automata, from the root of the document down. */
  readonly path: readonly string[];
  /** Column of the keys of the automata. */
  readonly keys: number;
  /** Column of the children of its `states:`; `awaited` before the first one, undefined outside of `states:`. */
  readonly column: number | 'awaited' | undefined;
  readonly outer: Level | undefined;
}

export const ROOT_LEVEL: Level = { path: [], keys: 0, column: undefined, outer: undefined };

export function isSameLevel(a: Level | undefined, b: Level | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const isSame = a.keys === b.keys && a.column === b.column && a.path.at(-1) === b.path.at(-1);
  return isSame && isSameLevel(a.outer, b.outer);
}

/** A unique key of a level. */
export function levelKey({ path, keys, column, outer }: Level): string {
  return `${outer ? levelKey(outer) : ''}\n${path.at(-1) ?? ''} ${keys} ${column}`;
}
