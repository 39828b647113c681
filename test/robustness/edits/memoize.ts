import type { ParseLimits } from '../../../server/yaml/problem';

/** The maximum number of stored texts per function. */
const MOST = 5000;

/**
 * Memoizes a function of a text. Results are frozen: a part of the engine that modifies one fails, because other
 * readers would see the change.
 */
export function memoizeByText<T>(
  make: (text: string, limits?: ParseLimits) => T,
): (text: string, limits?: ParseLimits) => T {
  const known = new Map<string, T>();
  return (text, limits) => {
    const key = limits ? `${limits.maxDepth} ${limits.maxAliases} ${text}` : text;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST) known.clear();
    const made = make(text, limits);
    freeze(made);
    known.set(key, made);
    return made;
  };
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const one of Object.values(value)) freeze(one);
}
