import { diffArrays } from 'diff';

/** What of a document's elements is needed to order them. */
interface Child {
  remove(): void;
}
interface ParentOf<C extends Child> {
  readonly children: Iterable<Child>;
  insertBefore(child: C, next: C | null): unknown;
}

/** With more moves, all elements are moved: fewer would take long to find. */
const MAX_DIFFERENCES = 200;

/**
 * Sets the children of an element with as few moves as possible: moved elements are laid out and painted again, and they
 * are not animated.
 */
export function setChildren<C extends Child>(parent: ParentOf<NoInfer<C>>, wanted: readonly C[]): void {
  const keep: ReadonlySet<Child> = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  const before = [...parent.children];
  const known = new Set(before);
  const after: readonly Child[] = wanted.filter((child) => known.has(child));
  const parts = diffArrays(before, [...after], { maxEditLength: MAX_DIFFERENCES }) ?? [];
  const staying = new Set(parts.flatMap(({ added, removed, value }) => (added || removed ? [] : value)));
  let next: C | null = null;
  for (const child of wanted.toReversed()) {
    if (!staying.has(child)) parent.insertBefore(child, next);
    next = child;
  }
}
