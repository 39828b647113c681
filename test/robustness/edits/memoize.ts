import type { ParseLimits } from '../../../server/yaml/problem';

/** How many texts are remembered of one function. */
const MOST = 5000;

/**
 * A function of a text that gives what it gave for this text before. What it gives cannot be changed any more: a
 * part of the engine that does so is found out, as nobody else would see the text as it is.
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
