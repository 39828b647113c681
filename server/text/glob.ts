import { append } from './append';

/**
 * Whether a path matches a pattern, both with `/`: `*` and `?` match within a name, `**` crosses folders, `{a,b}` is
 * either. A pattern without a slash matches a name in any folder. Takes time in proportion to pattern and path.
 * `picomatch` is not used, because it compiles patterns, which a workspace can set, to regular expressions: `*a*a*a*ax`
 * takes 5 seconds for a name of 500 characters.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  if (pattern === '') return false;
  const anchored = pattern.includes('/') ? pattern.replace(/^\.?\//, '') : `**/${pattern}`;
  return alternatives(anchored).some((one) => matches(one, path));
}

/** A limit that real patterns do not reach. */
const MAX_ALTERNATIVES = 64;

/** The patterns without braces that together match what a pattern with braces matches. */
function alternatives(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const braces = /\{([^{}]*)\}/.exec(one);
    if (braces === null || open.length + done.length >= MAX_ALTERNATIVES) done.push(one);
    else {
      const [whole, inside = ''] = braces;
      const before = one.slice(0, braces.index);
      const after = one.slice(braces.index + whole.length);
      append(
        open,
        inside.split(',').map((choice) => before + choice + after),
      );
    }
  }
  return done;
}

/** Follows all possible matches in parallel, so that no pattern is slow. */
function matches(pattern: string, path: string): boolean {
  const parts = pattern.match(/\*\*\/|\*\*|[\s\S]/g) ?? [];
  let reached: ReadonlySet<number> = withoutStars(parts, [0]);
  for (const char of path.split('')) {
    const next: number[] = [];
    /** Positions of `**` + `/` inside a name, where the part after it cannot start. */
    const inName: number[] = [];
    for (const index of reached) {
      const part = parts[index];
      if (part === '**' || (part === '*' && char !== '/')) next.push(index);
      if (part === '**/') inName.push(index);
      if (part === '**/' && char === '/') next.push(index + 1);
      if (part === char || (part === '?' && char !== '/')) next.push(index + 1);
    }
    reached = new Set([...withoutStars(parts, next), ...inName]);
  }
  return reached.has(parts.length);
}

/** The reachable positions of a pattern when stars match nothing. */
function withoutStars(parts: readonly string[], places: readonly number[]): ReadonlySet<number> {
  const reached = new Set(places);
  // The loop includes what is added to the set.
  for (const index of reached) if (parts[index]?.startsWith('*')) reached.add(index + 1);
  return reached;
}
