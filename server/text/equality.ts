/**
 * Whether two values are equal plain data: primitives, or lists, sets, maps and objects of plain data. The order of
 * lists, sets and maps counts, because a result may depend on it.
 */
export function isEqualData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isEqualList(a, b);
  if (a instanceof Set) return b instanceof Set && a.size === b.size && isEqualSequence(a, b);
  if (a instanceof Map) return b instanceof Map && a.size === b.size && isEqualSequence(a, b);
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))
    return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && isEqualData(Reflect.get(a, name), Reflect.get(b, name)),
  );
}

function isEqualList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  // An indexed loop: lists of thousands of names are compared after a keystroke.
  for (let index = 0; index < a.length; index++) if (!isEqualData(a[index], b[index])) return false;
  return true;
}

function isEqualSequence(a: Iterable<unknown>, b: Iterable<unknown>): boolean {
  const others = b[Symbol.iterator]();
  for (const one of a) if (!isEqualData(one, others.next().value)) return false;
  return true;
}
