import type { Mistake } from '../../../server/yaml/mistakes/mistake';
import type { Effort, ParseLimits } from '../../../server/yaml/read/problem';

/** The maximum number of stored texts per function. */
const MOST = 5000;

type Parser<T> = (text: string, limits?: ParseLimits, effort?: Effort, known?: readonly Mistake[]) => T;

/**
 * Memoizes a function of a text. Results are frozen: a part of the engine that modifies one fails, because other
 * readers would see the change.
 */
export function memoizeByText<T>(make: Parser<T>): Parser<T> {
  const known = new Map<string, { readonly result: T; readonly parsed: number }>();
  return (text, limits, effort, mistakes) => {
    const edits = JSON.stringify(mistakes?.map((mistake) => mistake.edits));
    const key = `${limits?.maxDepth} ${limits?.maxAliases} ${effort?.maxProblems} ${edits} ${text}`;
    let entry = known.get(key);
    if (entry === undefined) {
      if (known.size >= MOST) known.clear();
      const own = effort && { ...effort, parsed: 0 };
      entry = { result: make(text, limits, own, mistakes), parsed: own?.parsed ?? 0 };
      freeze(entry.result);
      known.set(key, entry);
    }
    if (effort) effort.parsed += entry.parsed;
    return entry.result;
  };
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const one of Object.values(value)) freeze(one);
}
