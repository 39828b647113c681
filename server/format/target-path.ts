/** A target of a transition, taken apart (format, section 5). */
export interface TargetPath {
  /** Where the names begin: at a sibling, at the state or automata of the transition, or at the state with an id. */
  readonly start: 'sibling' | 'self' | 'id';
  /** The names from there. With `id`, the first is the id; one that lacks a name, as `a.` does, has an empty one. */
  readonly names: readonly string[];
}

/** The first characters of a target that say where its names begin. */
const STARTS: ReadonlyMap<string, TargetPath['start']> = new Map([
  ['.', 'self'],
  ['#', 'id'],
]);

/** Takes a target apart: `next`, `nested.first`, `.first`, `#id`, `#id.first`. */
export function parseTarget(target: string): TargetPath {
  const start = STARTS.get(target.charAt(0));
  return start === undefined
    ? { start: 'sibling', names: target.split('.') }
    : { start, names: target.slice(1).split('.') };
}

/** The length of what comes before the first name of a target, in UTF-16 code units. */
export function startLength(target: string): number {
  return STARTS.has(target.charAt(0)) ? 1 : 0;
}

/** The last name of a target, or its id: the word by which the state is found. */
export function lastName(target: string): string {
  return parseTarget(target).names.at(-1) ?? '';
}

/** A path of states from the root as authors write and read it. */
export function stateLabel(path: readonly string[]): string {
  return path.join('.');
}
