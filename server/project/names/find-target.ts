import { idTarget, parseTarget } from '../../format/target-path';
import { childPath, ROOT_PATH, type ScopePath } from './scope-path';

/** Where a target leads. `unknown`: it cannot be determined, because something that could define it is unknown. */
export type PathResolution =
  | { readonly kind: 'found'; readonly path: ScopePath }
  | {
      readonly kind: 'missing';
      /** The scope that was searched. */
      readonly container: ScopePath;
      readonly segment: string;
      /** The other scope that was searched: a transition of a nested automata may target a sibling of it. */
      readonly outer?: ScopePath;
    }
  | { readonly kind: 'unknown' };

type Missing = Extract<PathResolution, { readonly kind: 'missing' }>;

export const UNKNOWN_TARGET = { kind: 'unknown' } as const;

/** The states and automata that targets can name: those of a project, or those of a program that runs. */
export interface TargetScopes {
  has(path: ScopePath): boolean;
  /** Whether all states of an automata are known. */
  isComplete(path: ScopePath): boolean;
  /** The path of the first state with an id. */
  withId(id: string): ScopePath | undefined;
  /** Whether some automata may contain unknown states. */
  hasHidden(): boolean;
}

/** Whether a name contains an expression, which is not evaluated, so that the name is unknown. */
export function isComputedName(name: string): boolean {
  return name.includes('{{');
}

/**
 * The state or automata that a target names (format, section 5): without a target, the one that contains the
 * transition. A bare name is a sibling; in a transition of an automata, its own states are searched first.
 *
 * @param from the state or automata that contains the transition
 */
export function findTarget(
  scopes: TargetScopes,
  from: ScopePath,
  kind: 'state' | 'automata',
  target: string | undefined,
): PathResolution {
  if (target === undefined) return { kind: 'found', path: from };
  // An unfinished target.
  if (isComputedName(target) || target === '' || target === '.') return UNKNOWN_TARGET;
  const { start, names } = parseTarget(target);
  if (start === 'id') {
    const [id = '', ...rest] = names;
    const holder = scopes.withId(id);
    if (holder) return descend(scopes, holder, rest);
    return scopes.hasHidden()
      ? UNKNOWN_TARGET
      : { kind: 'missing', container: ROOT_PATH, segment: idTarget(id) };
  }
  if (start === 'self') return descend(scopes, from, names);
  const own = kind === 'automata' ? [from] : [];
  const siblings = from.length > 0 ? [from.slice(0, -1)] : [];
  // In a standalone state file, siblings are not known.
  if (own.length + siblings.length === 0) return { kind: 'missing', container: ROOT_PATH, segment: target };
  let missing: { readonly found: Missing; readonly depth: number } | undefined;
  // Names of an automata's own transitions may mean its children or its siblings.
  for (const container of [...own, ...siblings]) {
    // A state whose name contains the dots takes precedence.
    const whole = descend(scopes, container, [target]);
    const found = whole.kind === 'missing' && names.length > 1 ? descend(scopes, container, names) : whole;
    if (found.kind !== 'missing') return found;
    const depth = found.container.length - container.length;
    // The automata that contains more of the path is the one that is meant.
    if (missing === undefined || depth > missing.depth) missing = { found, depth };
    else if (depth === 0 && missing.depth === 0)
      missing = { found: { ...missing.found, outer: found.container }, depth };
  }
  return missing?.found ?? UNKNOWN_TARGET;
}

/** The state that `initial` of an automata names: one of its own. */
export function findInitial(scopes: TargetScopes, automata: ScopePath, name: string): PathResolution {
  return isComputedName(name) || name === '' ? UNKNOWN_TARGET : descend(scopes, automata, [name]);
}

function descend(scopes: TargetScopes, from: ScopePath, names: readonly string[]): PathResolution {
  let path = from;
  for (const name of names) {
    const next = childPath(path, name);
    if (!scopes.has(next))
      return scopes.isComplete(path) ? { kind: 'missing', container: path, segment: name } : UNKNOWN_TARGET;
    path = next;
  }
  return { kind: 'found', path };
}
