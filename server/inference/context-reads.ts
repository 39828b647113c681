import type { UnitFacts } from '../facts/facts';

const readNames = new WeakMap<UnitFacts, { readonly names: readonly string[] | undefined }>();

/** The variables of the context that any expression of a unit names; undefined where one may name any. */
export function namesRead(facts: UnitFacts): readonly string[] | undefined {
  const known = readNames.get(facts);
  if (known) return known.names;
  const uses = facts.expressions
    .flatMap(({ parts }) => parts.flatMap((part) => part.uses))
    .filter(({ name }) => name === 'context');
  const names = uses.flatMap(({ members }) => members[0]?.name ?? []);
  const found = names.length < uses.length ? undefined : [...new Set(names)];
  readNames.set(facts, { names: found });
  return found;
}

/** Stands for all names where one reads any of them. */
const ANY = '';

/** Which variables have values that may read a variable. */
export class ContextReads {
  private readonly readers = new Map<string, Set<string>>();

  /** Notes a variable by the names that its values may read, `namesRead` of each. */
  add(name: string, reads: readonly (readonly string[] | undefined)[]): void {
    for (const read of allOf(reads)) {
      const others = this.readers.get(read);
      if (others) others.add(name);
      else this.readers.set(read, new Set([name]));
    }
  }

  remove(name: string, reads: readonly (readonly string[] | undefined)[]): void {
    for (const read of allOf(reads)) this.readers.get(read)?.delete(name);
  }

  /** The variables that may come to something else when this one does. */
  *readersOf(name: string): Iterable<string> {
    yield* this.readers.get(name) ?? [];
    yield* this.readers.get(ANY) ?? [];
  }
}

function allOf(reads: readonly (readonly string[] | undefined)[]): Set<string> {
  return new Set(reads.flatMap((names) => names ?? [ANY]));
}
