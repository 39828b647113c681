import type { Project } from './project';
import type { Symbols } from './symbols';
import type { Table } from './table';

/**
 * A result made from the whole of a table, kept until what it was made from changes. Who reads a part of it depends
 * on that part alone: a change of the table that leaves the part as it is does not concern the reader.
 */
export class Kept<T> {
  private known: Known<T> | undefined;

  constructor(
    private readonly table: Table<Symbols>,
    /** Makes the result and gives, by name, a digest of each part that anybody can depend on. */
    private readonly make: () => { readonly value: T; readonly parts: ReadonlyMap<string, string> },
    /** The keys of the table to watch, of all those that were looked up. */
    private readonly watched: (key: string) => boolean,
    private readonly prefix: string,
  ) {
    table.addKeeper(() => this.refresh());
  }

  /** The result as of now. Nothing is noted: for questions whose answer nobody keeps. */
  get value(): T {
    return this.refresh().value;
  }

  /** The result as of now, for a reader that depends on this part of it. */
  noting(part: string): T {
    this.table.note(this.prefix + part);
    return this.refresh().value;
  }

  private refresh(): Known<T> {
    // Brings this very result up to date, unless that is what is going on.
    this.table.settle();
    const old = this.known;
    if (old && this.table.isUnchanged(old.keys, old.time)) {
      old.time = this.table.time;
      return old;
    }
    const { result, keys } = this.table.trackApart(this.make);
    for (const part of old ? changedParts(old.parts, result.parts) : []) this.table.touch(this.prefix + part);
    const watched = new Set([...keys].filter((key) => this.watched(key)));
    this.known = { ...result, keys: watched, time: this.table.time };
    return this.known;
  }
}

interface Known<T> {
  readonly value: T;
  readonly parts: ReadonlyMap<string, string>;
  readonly keys: ReadonlySet<string>;
  /** The moment as of which it is known to be good. */
  time: number;
}

function changedParts(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...new Set([...old.keys(), ...now.keys()])].filter((part) => old.get(part) !== now.get(part));
}

/** What is made once for each project, when it is first asked for; what comes along counts that time only. */
export function perProject<T extends object, Rest extends readonly unknown[]>(
  make: (project: Project, ...rest: Rest) => T,
): (project: Project, ...rest: Rest) => T {
  const made = new WeakMap<Project, T>();
  return (project, ...rest) => {
    const known = made.get(project);
    if (known) return known;
    const fresh = make(project, ...rest);
    made.set(project, fresh);
    return fresh;
  };
}
