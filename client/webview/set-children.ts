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
  const before = [...parent.children];
  if (before.length === wanted.length && before.every((child, index) => child === wanted[index])) return;
  const keep: ReadonlySet<Child> = new Set(wanted);
  for (const child of before) if (!keep.has(child)) child.remove();
  const known = new Set(before);
  const left = before.filter((child) => keep.has(child));
  const after: readonly Child[] = wanted.filter((child) => known.has(child));
  const parts = diffArrays(left, [...after], { maxEditLength: MAX_DIFFERENCES }) ?? [];
  const staying = new Set(parts.flatMap(({ added, removed, value }) => (added || removed ? [] : value)));
  let next: C | null = null;
  for (const child of wanted.toReversed()) {
    if (!staying.has(child)) parent.insertBefore(child, next);
    next = child;
  }
}
