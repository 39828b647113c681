import type { Symbols } from './symbols';
import type { Table } from './table';

/**
 * Results by name, each made from few keys of a table and from a few other things; kept one by one until just those
 * keys, or one of these things, change. For parts of a result that is kept as a whole: what was looked up
 * for a part is noted whether it is made anew or not.
 */
export class KeptEach<T> {
  private readonly known = new Map<string, Known<T>>();
  /** How many were made; tests hold it against the size of an edit. */
  made = 0;

  constructor(private readonly table: Table<Symbols>) {}

  get(name: string, basis: readonly object[], make: () => T): T {
    const { table } = this;
    const known = this.known.get(name);
    if (known && isEach(known.basis, basis) && table.isUnchanged(known.keys, known.time)) {
      known.time = table.time;
      table.noteAll(known.keys);
      return known.result;
    }
    this.made++;
    const { time } = table;
    const found = { ...table.track(make), basis, time };
    this.known.set(name, found);
    return found.result;
  }

  /** Forgets all but these. */
  retain(names: ReadonlySet<string>): void {
    if (this.known.size <= names.size) return;
    for (const name of this.known.keys()) if (!names.has(name)) this.known.delete(name);
  }
}

interface Known<T> {
  readonly result: T;
  readonly keys: ReadonlySet<string>;
  readonly basis: readonly object[];
  /** The moment as of which it is known to be good. */
  time: number;
}

function isEach(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}
