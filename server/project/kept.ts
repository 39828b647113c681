import type { Steps } from '../text/steps';
import type { Project } from './project';
import type { Symbols } from './symbols';
import type { Table } from './table';

/**
 * A result made from the whole of a table, kept until what it was made from changes. Who reads a part of it depends
 * on that part alone: a change of the table that leaves the part as it is does not concern the reader.
 */
export class Kept<T> {
  private known: { readonly value: T } | undefined;
  /** The moment as of which it is known to be good. */
  private time = 0;

  constructor(
    private readonly table: Table<Symbols>,
    private readonly update: Update<T>,
    private readonly prefix: string,
  ) {
    // Of what was never made nobody depends on a part.
    table.addKeeper(() => {
      if (this.known) this.refresh();
    });
  }

  /** The result as of now. Nothing is noted: for questions whose answer nobody keeps. */
  get value(): T {
    return this.refresh();
  }

  /** Whether all of it is to be made: it never was, or too much has changed since to be known one by one. */
  get isDue(): boolean {
    return this.known === undefined || !this.table.remembers(this.time);
  }

  /** The result as of now, for a reader that depends on this part of it. */
  noting(part: string): T {
    this.table.note(this.prefix + part);
    return this.refresh();
  }

  private refresh(): T {
    const { table } = this;
    // Brings this very result up to date, unless that is what is going on.
    table.settle();
    const { known, time } = this;
    if (known && time === table.time) return known.value;
    const changes = () => {
      const changed = known && table.changesSince(time);
      this.time = table.time;
      return changed;
    };
    this.time = table.time;
    const result = table.apart(() => this.update(changes));
    const isNew = known === undefined;
    this.known = { value: result.value };
    for (const part of isNew ? [] : result.changed) table.touch(this.prefix + part);
    return result.value;
  }
}

/** What is made from a whole project, and takes so long that it is made in steps before anybody has to wait for it. */
export interface Whole {
  readonly isDue: boolean;
  /** Makes it. Where something changes between the steps they are to be taken anew, which is to go on. */
  readonly prepare: () => Steps<void>;
}

/** A result that is kept as one that can be made ahead: after some steps, what they come to is remembered. */
export function wholeOf<T>(table: Table<Symbols>, kept: Kept<T>, work: () => Steps<void>): Whole {
  return {
    get isDue() {
      return kept.isDue;
    },
    *prepare() {
      yield* work();
      table.asKeeper(() => kept.value);
      yield;
    },
  };
}

/**
 * Makes a result or brings it up to date, and names the parts of it that are others now than before. Whatever this
 * result is made from, and keeps itself, is to be asked for before the keys that have changed since the last time;
 * undefined stands for all.
 */
export type Update<T> = (changes: () => ReadonlySet<string> | undefined) => {
  readonly value: T;
  readonly changed: Iterable<string>;
};

/**
 * An update that makes all of a result anew as soon as anything changes that was looked up for it, with a digest by
 * name of each part that anybody can depend on.
 */
export function madeAnew<T>(
  table: Table<Symbols>,
  make: () => { readonly value: T; readonly parts: ReadonlyMap<string, string> },
  /** The keys of the table to watch, of all those that were looked up. */
  watched: (key: string) => boolean,
): Update<T> {
  let known:
    | { value: T; parts: ReadonlyMap<string, string>; keys: ReadonlySet<string>; time: number }
    | undefined;
  return () => {
    if (known && table.isUnchanged(known.keys, known.time)) {
      known.time = table.time;
      return { value: known.value, changed: [] };
    }
    const { result, keys } = table.trackApart(make);
    const changed = changedParts(known?.parts ?? new Map(), result.parts);
    known = { ...result, keys: new Set([...keys].filter(watched)), time: table.time };
    return { value: result.value, changed };
  };
}

/** The names under which two maps do not hold the same. */
export function changedParts<T>(old: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>): string[] {
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
