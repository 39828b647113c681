/**
 * What is made from a list, kept while entries of the list only make way for others that are the same to it: as
 * long as one letter changes one entry, nobody has to look through all of them.
 */
export class KeptList<T, Result> {
  private known: { list: readonly T[]; readonly result: Result } | undefined;
  /** How often it was made; tests hold it against the number of edits. */
  made = 0;

  constructor(
    private readonly make: (list: readonly T[]) => Result,
    private readonly isSame: (a: T, b: T) => boolean,
  ) {}

  get(list: readonly T[]): Result {
    if (this.known && isAsBefore(this.known.list, list, this.isSame)) {
      this.known.list = list;
      return this.known.result;
    }
    this.made++;
    const result = this.make(list);
    this.known = { list, result };
    return result;
  }
}

/** Whether a list has the entries that it had, or in their places others that are the same. */
export function isAsBefore<T>(
  before: readonly T[],
  now: readonly T[],
  isSame: (a: T, b: T) => boolean,
): boolean {
  if (before === now) return true;
  if (before.length !== now.length) return false;
  for (let index = 0; index < now.length; index++) {
    const old = before[index];
    const one = now[index];
    if (old !== one && (old === undefined || one === undefined || !isSame(old, one))) return false;
  }
  return true;
}

/** The first entries of each name: their positions in a list, and these names. */
export interface Firsts {
  readonly positions: readonly number[];
  readonly names: readonly string[];
}

export function firstsByName(list: readonly { readonly name: { readonly text: string } }[]): Firsts {
  const firsts = new Map<string, number>();
  list.forEach(({ name }, index) => {
    if (!firsts.has(name.text)) firsts.set(name.text, index);
  });
  return { positions: [...firsts.values()], names: [...firsts.keys()] };
}
