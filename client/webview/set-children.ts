/** What of a document's elements is needed to order them. */
interface Child {
  remove(): void;
}
interface ParentOf<C extends Child> {
  readonly children: Iterable<Child>;
  insertBefore(child: C, next: C | null): unknown;
}

/**
 * Sets the children of an element with as few moves as possible: moved elements are laid out and painted again, and they
 * are not animated.
 */
export function setChildren<C extends Child>(parent: ParentOf<NoInfer<C>>, wanted: readonly C[]): void {
  const before = [...parent.children];
  if (before.length === wanted.length && before.every((child, index) => child === wanted[index])) return;
  const keep: ReadonlySet<Child> = new Set(wanted);
  for (const child of before) if (!keep.has(child)) child.remove();
  const places = new Map(Array.from(parent.children, (child, index) => [child, index]));
  const staying = longestRise(wanted, (child) => places.get(child));
  let next: C | null = null;
  for (const child of wanted.toReversed()) {
    if (!staying.has(child)) parent.insertBefore(child, next);
    next = child;
  }
}

/** A rising part of a list, from its last item on. */
interface Rise<T> {
  readonly item: T;
  readonly number: number;
  readonly before: Rise<T> | undefined;
}

/**
 * As many items as possible whose numbers rise in the order of the list. Items without a number are none of them. Costs
 * n log n.
 */
function longestRise<T>(items: readonly T[], numberOf: (item: T) => number | undefined): Set<T> {
  /** By length, the rise that ends with the least number. */
  const best: Rise<T>[] = [];
  for (const item of items) {
    const number = numberOf(item);
    if (number === undefined) continue;
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((best[middle]?.number ?? number) < number) low = middle + 1;
      else high = middle;
    }
    best[low] = { item, number, before: best[low - 1] };
  }
  const found = new Set<T>();
  for (let rise = best.at(-1); rise; rise = rise.before) found.add(rise.item);
  return found;
}
