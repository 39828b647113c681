/**
 * The names from the root of an automata down to one of its automata or states; empty for the root itself. Other lists
 * are not paths of this kind: names within a file (`Unit.path`, `ScopeFacts.path`) do not include its `prefix`, and names
 * in a target may start anywhere.
 */
export type ScopePath = {
  readonly [SCOPE_PATH]: true;
  /** The first names are the path of a scope around it. */
  slice(start: 0, end: number): ScopePath;
} & readonly string[];

declare const SCOPE_PATH: unique symbol;

/** Names that are already those from the root: of a client, of a key, or of an exported automata. */
export function toScopePath(names: readonly string[]): ScopePath {
  return names as ScopePath;
}

export const ROOT_PATH = toScopePath([]);

export function childPath(path: ScopePath, name: string): ScopePath {
  return toScopePath([...path, name]);
}

/** The path of a scope at any depth below another one. */
export function pathBelow(path: ScopePath, names: readonly string[]): ScopePath {
  return toScopePath(path.length === 0 ? names : [...path, ...names]);
}

/** Whether a path is that of a scope or of one at any depth in it. */
export function isAtOrBelow(path: ScopePath, outer: ScopePath): boolean {
  return outer.every((name, index) => path[index] === name);
}

export function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

/** A path as a key; names contain no line breaks. The key of a state with an empty name differs from that of the root. */
export function pathKey(path: ScopePath): string {
  const key = path.join('\n');
  return path[0] === '' ? `""${key}` : key;
}

/** The path of a `pathKey`. */
export function pathOfKey(key: string): ScopePath {
  if (key === '') return ROOT_PATH;
  return toScopePath((/^""(?:\n|$)/.test(key) ? key.slice(2) : key).split('\n'));
}
