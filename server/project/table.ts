import { finished, type Steps } from '../text/steps';
import { Changes } from './changes';
import { type Bucket, byKindAndName, type Entry, haveSameDigests, keyOf, replaced } from './entries';

/**
 * The one table of a project: whatever can be pointed at, under the name it is asked for. Every look-up is noted
 * while a reader is being tracked, and every change of what a name stands for is reported, so that a result made
 * from look-ups is known to be good until one of its names changes.
 */
export class Table<Kinds> {
  /** What is known, by kind and name. */
  private readonly kinds = new Map<string, Map<string, Bucket<Kinds>>>();
  private tracking: Set<string> | undefined;
  private readonly changes = new Changes();
  private readonly keepers: (() => void)[] = [];
  /** The moment to which the keepers brought their results. */
  private keptAt = 0;
  private isSettling = false;
  /** What is known under a name, in no particular order: mostly in that of the text. */
  get<K extends keyof Kinds & string>(kind: K, name: string): readonly Kinds[K][] {
    const found = this.lookUp(kind, name);
    if (found === undefined) return NONE;
    found.values ??= found.entries.map(({ value }) => value);
    return found.values as readonly Kinds[K][];
  }

  private lookUp(kind: string, name: string): Bucket<Kinds> | undefined {
    const found = this.kinds.get(kind)?.get(name);
    // The key that is kept anyway, so that those who note it share one text.
    this.tracking?.add(found?.key ?? keyOf(kind, name));
    return found;
  }

  private set(kind: string, name: string, bucket: Bucket<Kinds>): void {
    const names = this.kinds.get(kind);
    if (names) names.set(name, bucket);
    else this.kinds.set(kind, new Map([[name, bucket]]));
  }

  /** What `get` gives in order, as `sort` puts it; it stays in order while entries take the places of others. */
  inOrder<K extends keyof Kinds & string>(
    kind: K,
    name: string,
    sort: (entries: readonly Entry<Kinds>[]) => readonly Entry<Kinds>[],
  ): readonly Kinds[K][] {
    const bucket = this.kinds.get(kind)?.get(name);
    if (bucket && bucket.entries.length > 1 && !bucket.isInOrder) {
      const entries = sort(bucket.entries);
      const values = entries === bucket.entries ? bucket.values : undefined;
      this.set(kind, name, { key: bucket.key, entries, values, isInOrder: true });
    }
    return this.get(kind, name);
  }

  /** A table of the same, of which nothing is kept and nobody is tracked. */
  copy(): Table<Kinds> {
    const copy = new Table<Kinds>();
    for (const [kind, names] of this.kinds) copy.kinds.set(kind, new Map(names));
    return copy;
  }

  /** All names of a kind under which something is known; nothing is noted of the look-up. */
  namesOf(kind: keyof Kinds & string): Iterable<string> {
    return this.kinds.get(kind)?.keys() ?? NONE;
  }

  has<K extends keyof Kinds & string>(kind: K, name: string): boolean {
    return this.lookUp(kind, name) !== undefined;
  }

  /** Runs a reader and gives its result with the keys of all that it looked up. */
  track<T>(read: () => T): { result: T; keys: ReadonlySet<string> } {
    const outer = this.tracking;
    const keys = new Set<string>();
    this.tracking = keys;
    try {
      return { result: read(), keys };
    } finally {
      this.tracking = outer;
      if (outer) for (const key of keys) outer.add(key);
    }
  }

  /** The same for a result that several readers share: whoever is being tracked notes nothing of it. */
  trackApart<T>(read: () => T): { result: T; keys: ReadonlySet<string> } {
    return this.apart(() => this.track(read));
  }

  /** Runs a reader of which nothing is noted. */
  apart<T>(read: () => T): T {
    const outer = this.tracking;
    this.tracking = undefined;
    try {
      return read();
    } finally {
      this.tracking = outer;
    }
  }

  /**
   * Adds somebody who keeps a result made from the table, and says by `touch` what of it has changed. It is asked
   * to do so before anybody else is told what has changed.
   */
  addKeeper(refresh: () => void): void {
    this.keepers.push(refresh);
  }

  /** Has all keepers bring their results up to date, if anything has changed since they last did. */
  settle(): void {
    // While they do, they ask themselves, and touch what has changed.
    if (this.isSettling || this.keptAt === this.changes.now) return;
    this.isSettling = true;
    try {
      for (const refresh of this.keepers) refresh();
    } finally {
      this.isSettling = false;
      this.keptAt = this.changes.now;
    }
  }

  /** Runs a reader as if a keeper did: of which nothing is noted, and for which nothing is brought up to date. */
  asKeeper<T>(read: () => T): T {
    const wasSettling = this.isSettling;
    this.isSettling = true;
    try {
      return this.apart(read);
    } finally {
      this.isSettling = wasSettling;
    }
  }

  /** A moment to compare with later. */
  get time(): number {
    this.settle();
    return this.changes.date();
  }

  /** The moment at which anything last changed: edits that change nothing which others can see leave it. */
  get lastChange(): number {
    return this.changes.lastChange;
  }

  /** Whether nothing under these keys has changed since a moment. */
  isUnchanged(keys: ReadonlySet<string>, since: number): boolean {
    this.settle();
    return this.changes.areUnchanged(keys, since);
  }

  /** Whether it is known one by one what has changed since a moment. */
  remembers(since: number): boolean {
    return this.changes.remembers(since);
  }

  /** The keys that have changed since a moment; undefined if that is too long ago to be known one by one. */
  changesSince(since: number): ReadonlySet<string> | undefined {
    return this.changes.since(since);
  }

  /** Notes a look-up of something outside of the table, so that `touch` can report a change of it. */
  note(key: string): void {
    this.tracking?.add(key);
  }

  /** Notes look-ups whose results are known. */
  noteAll(keys: Iterable<string>): void {
    if (this.tracking) for (const key of keys) this.tracking.add(key);
  }

  /** Reports a change of something outside of the table. */
  touch(key: string): void {
    this.changes.begin();
    this.changes.add(key);
  }

  /**
   * Replaces entries and gives the keys under which something else is to be found than before. `reordered` says
   * that entries which stay may follow one another differently now, which no digest shows. `inPlace` is given if
   * nothing stands between those that are removed, and what is added, in the order that it tells, takes their place.
   */
  replace(
    removed: readonly Entry<Kinds>[],
    added: readonly Entry<Kinds>[],
    reordered: boolean,
    inPlace?: (a: Entry<Kinds>, b: Entry<Kinds>) => number,
  ): Set<string> {
    return finished(this.replacing(removed, added, reordered, inPlace));
  }

  /** The same step by step, for a table that nobody looks into meanwhile. */
  *replacing(
    removed: readonly Entry<Kinds>[],
    added: readonly Entry<Kinds>[],
    reordered: boolean,
    inPlace?: (a: Entry<Kinds>, b: Entry<Kinds>) => number,
  ): Steps<Set<string>> {
    const changed = new Set<string>();
    if (removed.length === 0 && added.length === 0) return changed;
    this.changes.begin();
    for (const [kind, names] of yield* byKindAndName(removed, added)) {
      for (const [name, { gone, come }] of names) {
        const old = this.kinds.get(kind)?.get(name);
        const key = old?.key ?? keyOf(kind, name);
        // The lists are put in order only after they were compared in that of the text.
        const isSame = haveSameDigests(gone, come);
        const staysInOrder = come.length === 0 || (inPlace !== undefined && gone.length > 0);
        if (staysInOrder && come.length > 1) come.sort(inPlace);
        const { entries, values } = replaced(old, gone, come);
        if (entries.length === 0) this.kinds.get(kind)?.delete(name);
        else {
          const isInOrder = staysInOrder && old?.isInOrder === true;
          this.set(kind, name, { key, entries, values, isInOrder });
        }
        if (isSame && !(reordered && entries.length > 1)) continue;
        changed.add(key);
        this.changes.add(key);
        yield;
      }
    }
    return changed;
  }
}

const NONE: readonly never[] = [];
