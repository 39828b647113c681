/** The first items and the last one, with `…` for those between them; at most `limit` items in all. */
export function elideMiddle(items: readonly string[], limit: number): readonly string[] {
  if (items.length <= limit) return items;
  return [...items.slice(0, limit - 2), '…', ...items.slice(-1)];
}
