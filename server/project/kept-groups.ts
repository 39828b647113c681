import { isAsBefore } from './kept-list';
import type { Symbols } from './symbols';
import type { Table } from './table';

/** Shorter lists are looked through each time: what is kept of them would take more room than time is won. */
const FEW = 8;

interface Known<T> {
  list: readonly T[];
  /** Where in the list the entries of each group stand. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** The groups that were asked for, as the list is now. */
  groups: Map<string, readonly T[]>;
  readonly keys: ReadonlySet<string>;
  /** The moment as of which it is known to be good. */
  time: number;
}

/**
 * The entries under a name of the table, grouped by what each of them leads to. Kept until something else is found
 * under a key that was looked up for it; entries that make way for others that are the same to it are exchanged.
 */
export class KeptGroups<T> {
  private readonly known = new Map<string, Known<T>>();
  /** For how many entries it was looked up where they lead; tests hold it against the size of an edit. */
  made = 0;

  /**
   * @param list the entries under a name, in order
   * @param groupOf where an entry leads; undefined for nowhere
   * @param isSame whether an entry leads where another one led, as long as the table says the same
   */
  constructor(
    private readonly table: Table<Symbols>,
    private readonly list: (name: string) => readonly T[],
    private readonly groupOf: (entry: T, name: string) => string | undefined,
    private readonly isSame: (a: T, b: T) => boolean,
  ) {}

  /** The entries under a name that lead there, in order; the same list as before while these entries stay. */
  get(name: string, group: string): readonly T[] {
    const list = this.list(name);
    if (list.length < FEW) {
      this.known.delete(name);
      return list.filter((entry) => this.groupNow(entry, name) === group);
    }
    const known = this.current(name, list);
    const kept = known.groups.get(group);
    if (kept) return kept;
    const positions = known.positions.get(group) ?? [];
    const found = positions.length === list.length ? list : positions.flatMap((index) => list[index] ?? []);
    known.groups.set(group, found);
    return found;
  }

  private current(name: string, list: readonly T[]): Known<T> {
    const { table } = this;
    const known = this.known.get(name);
    if (known && table.isUnchanged(known.keys, known.time) && isAsBefore(known.list, list, this.isSame)) {
      known.time = table.time;
      table.noteAll(known.keys);
      if (known.list !== list) {
        known.list = list;
        known.groups = new Map();
      }
      return known;
    }
    const { time } = table;
    const { result: positions, keys } = table.track(() => this.positions(name, list));
    const made = { list, positions, groups: new Map<string, readonly T[]>(), keys, time };
    this.known.set(name, made);
    return made;
  }

  private positions(name: string, list: readonly T[]): Map<string, number[]> {
    const positions = new Map<string, number[]>();
    for (const [index, entry] of list.entries()) {
      const group = this.groupNow(entry, name);
      if (group === undefined) continue;
      const others = positions.get(group);
      if (others) others.push(index);
      else positions.set(group, [index]);
    }
    return positions;
  }

  private groupNow(entry: T, name: string): string | undefined {
    this.made++;
    return this.groupOf(entry, name);
  }
}
