/** A parsed target of a transition (format, section 5). */
interface TargetPath {
  /** The start of the path: a sibling, the state or automata of the transition, or the state with an id. */
  readonly start: 'sibling' | 'self' | 'id';
  /** The names of the path. With `id`, the first one is the id; a missing name, as in `a.`, is empty. */
  readonly names: readonly string[];
}

/** Prefixes of targets that determine the start. */
const STARTS: ReadonlyMap<string, TargetPath['start']> = new Map([
  ['.', 'self'],
  ['#', 'id'],
]);

/** Parses a target: `next`, `nested.first`, `.first`, `#id`, `#id.first`. */
export function parseTarget(target: string): TargetPath {
  const start = STARTS.get(target.charAt(0));
  return start === undefined
    ? { start: 'sibling', names: target.split('.') }
    : { start, names: target.slice(1).split('.') };
}

/** The length of a target's prefix, in UTF-16 code units. */
export function startLength(target: string): number {
  return STARTS.has(target.charAt(0)) ? 1 : 0;
}

/** The last name of a target, or its id: the word by which the state is looked up. */
export function lastName(target: string): string {
  return parseTarget(target).names.at(-1) ?? '';
}

/** The target that names a state by its id. */
export function idTarget(id: string): string {
  return `#${id}`;
}

/** The target that names a state by its path from a sibling of the transition's owner. */
export function descendantTarget(names: readonly string[]): string {
  return names.join('.');
}

/** The id by which a target names a state; undefined for other targets. Further names may follow the id. */
export function idOfTarget(target: string): string | undefined {
  const { start, names } = parseTarget(target);
  return start === 'id' ? names[0] : undefined;
}

/** A target without its last name, empty for `.a`; undefined if there is nothing before this name. */
export function parentTarget(target: string): string | undefined {
  const dot = target.lastIndexOf('.');
  return dot < 0 ? undefined : target.slice(0, dot);
}

/** A path of states from the root as one text: for display, and to compare with the names in scenarios. */
export function stateLabel(path: readonly string[]): string {
  return path.join('.');
}
