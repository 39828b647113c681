/** The first items of many and the last one, with `…` for those between; not more than `most` all in all. */
export function elideMiddle(items: readonly string[], most: number): readonly string[] {
  if (items.length <= most) return items;
  return [...items.slice(0, most - 2), '…', ...items.slice(-1)];
}
