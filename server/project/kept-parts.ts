import type { Symbols } from './symbols';
import type { Table } from './table';

/**
 * Results by name, each made from few keys of a table. Which of them a change of the table concerns is known without
 * looking through all of them.
 */
export class KeptParts<T> {
  private readonly known = new Map<string, { readonly result: T; readonly keys: ReadonlySet<string> }>();
  /** The names of the results by the keys that were looked up for them; a set only where there are several. */
  private readonly readers = new Map<string, string | Set<string>>();
  /** How many were made; tests hold it against the size of an edit. */
  made = 0;

  constructor(private readonly table: Table<Symbols>) {}

  get(name: string): T | undefined {
    return this.known.get(name)?.result;
  }

  /** Makes a result anew. */
  make(name: string, make: () => T): T {
    this.made++;
    const { result, keys } = this.table.trackApart(make);
    this.delete(name);
    this.known.set(name, { result, keys });
    for (const key of keys) {
      const others = this.readers.get(key);
      if (others === undefined) this.readers.set(key, name);
      else if (typeof others !== 'string') others.add(name);
      else if (others !== name) this.readers.set(key, new Set([others, name]));
    }
    return result;
  }

  delete(name: string): void {
    for (const key of this.known.get(name)?.keys ?? []) {
      const others = this.readers.get(key);
      if (others === name) this.readers.delete(key);
      else if (others !== undefined && typeof others !== 'string') {
        others.delete(name);
        if (others.size === 0) this.readers.delete(key);
      }
    }
    this.known.delete(name);
  }

  clear(): void {
    this.known.clear();
    this.readers.clear();
  }

  names(): Iterable<string> {
    return this.known.keys();
  }

  /** The names of the results for which one of these keys was looked up. */
  concerned(keys: Iterable<string>): Set<string> {
    const names = new Set<string>();
    for (const key of keys) {
      const readers = this.readers.get(key);
      if (typeof readers === 'string') names.add(readers);
      else for (const name of readers ?? []) names.add(name);
    }
    return names;
  }
}
