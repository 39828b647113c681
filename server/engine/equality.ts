/** Whether two values are equal plain data: primitives, or lists, sets, maps and objects of plain data. */
export function isEqualData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isEqualList(a, b);
  if (a instanceof Set) return b instanceof Set && a.size === b.size && [...a].every((one) => b.has(one));
  if (a instanceof Map) return b instanceof Map && a.size === b.size && isEqualMap(a, b);
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))
    return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && isEqualData(Reflect.get(a, name), Reflect.get(b, name)),
  );
}

function isEqualList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => isEqualData(one, b[index]));
}

function isEqualMap(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  for (const [key, value] of a) if (!b.has(key) || !isEqualData(value, b.get(key))) return false;
  return true;
}
