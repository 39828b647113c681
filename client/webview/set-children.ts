import { diffArrays } from 'diff';
import { commonEnds } from '../../server/text/common-ends';

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
  const all = [...parent.children];
  const { front, back } = commonEnds<Child>(all, wanted);
  const before = all.slice(front, all.length - back);
  const after = wanted.slice(front, wanted.length - back);
  const keep: ReadonlySet<Child> = new Set(after);
  const left = before.filter((child) => keep.has(child));
  for (const child of before) if (!keep.has(child)) child.remove();
  const known = new Set(before);
  const old: Child[] = after.filter((child) => known.has(child));
  const parts = diffArrays(left, old, { maxEditLength: MAX_DIFFERENCES }) ?? [];
  const staying = new Set(parts.flatMap(({ added, removed, value }) => (added || removed ? [] : value)));
  let next = wanted[front + after.length] ?? null;
  for (const child of after.toReversed()) {
    if (!staying.has(child)) parent.insertBefore(child, next);
    next = child;
  }
}
