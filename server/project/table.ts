/**
 * The one table of a project: whatever can be pointed at, under the name it is asked for. Every look-up is noted
 * while a reader is being tracked, and every change of what a name stands for is reported, so that a result made
 * from look-ups is known to be good until one of its names changes.
 */
export class Table<Kinds> {
  private readonly entries = new Map<string, Bucket<Kinds>>();
  private tracking: Set<string> | undefined;
  /** When a key last changed, counted in replacements. */
  private readonly changes = new Map<string, number>();
  /** The last changes, oldest first, each key once per replacement. */
  private log: { readonly key: string; readonly at: number }[] = [];
  /** The moment of the last change that is not in the log any more. */
  private logStart = 0;
  private now = 0;
  private changedAt = 0;
  private readonly keepers: (() => void)[] = [];
  /** What the lists of entries that are in order are marked with, until entries change places. */
  private order: object = {};
  /** The moment to which the keepers brought their results. */
  private keptAt = 0;
  private isSettling = false;
  /** The keys changed since some moments, as of now. */
  private readonly recent = new Map<number, ReadonlySet<string>>();

  /** What is known under a name, in no particular order: mostly in that of the text. */
  get<K extends keyof Kinds & string>(kind: K, name: string): readonly Kinds[K][] {
    const key = keyOf(kind, name);
    this.tracking?.add(key);
    const found = this.entries.get(key);
    if (found === undefined) return [];
    found.values ??= found.entries.map(({ value }) => value);
    return found.values as readonly Kinds[K][];
  }

  /** What `get` gives in order, as `sort` puts it; it stays in order while entries take the places of others. */
  inOrder<K extends keyof Kinds & string>(
    kind: K,
    name: string,
    sort: (entries: readonly Entry<Kinds>[]) => readonly Entry<Kinds>[],
  ): readonly Kinds[K][] {
    const key = keyOf(kind, name);
    const bucket = this.entries.get(key);
    if (bucket && bucket.entries.length > 1 && bucket.order !== this.order) {
      const entries = sort(bucket.entries);
      const values = entries === bucket.entries ? bucket.values : undefined;
      this.entries.set(key, { entries, values, order: this.order });
    }
    return this.get(kind, name);
  }

  /** Says that entries which stay follow one another differently now. */
  reorder(): void {
    this.order = {};
  }

  /** A table of the same, of which nothing is kept and nobody is tracked. */
  copy(): Table<Kinds> {
    const copy = new Table<Kinds>();
    copy.order = this.order;
    for (const [key, bucket] of this.entries) copy.entries.set(key, bucket);
    return copy;
  }

  /** All names of a kind under which something is known; nothing is noted of the look-up. */
  *namesOf(kind: keyof Kinds & string): Iterable<string> {
    const prefix = keyOf(kind, '');
    for (const key of this.entries.keys()) if (key.startsWith(prefix)) yield key.slice(prefix.length);
  }

  has<K extends keyof Kinds & string>(kind: K, name: string): boolean {
    const key = keyOf(kind, name);
    this.tracking?.add(key);
    return this.entries.has(key);
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
    if (this.isSettling || this.keptAt === this.now) return;
    this.isSettling = true;
    try {
      for (const refresh of this.keepers) refresh();
    } finally {
      this.isSettling = false;
      this.keptAt = this.now;
    }
  }

  /** A moment to compare with later. */
  get time(): number {
    this.settle();
    return this.now;
  }

  /** The moment at which anything last changed: edits that change nothing which others can see leave it. */
  get lastChange(): number {
    return this.changedAt;
  }

  /** Whether nothing under these keys has changed since a moment. */
  isUnchanged(keys: ReadonlySet<string>, since: number): boolean {
    this.settle();
    if (since >= this.now) return true;
    const changed = this.changesSince(since);
    if (changed) return areApart(keys, changed);
    for (const key of keys) if ((this.changes.get(key) ?? 0) > since) return false;
    return true;
  }

  /** The keys that have changed since a moment; undefined if that is too long ago to be known one by one. */
  changesSince(since: number): ReadonlySet<string> | undefined {
    if (since < this.logStart) return undefined;
    const known = this.recent.get(since);
    if (known) return known;
    const keys = new Set<string>();
    for (let index = this.log.length - 1; index >= 0; index--) {
      const change = this.log[index];
      if (change === undefined || change.at <= since) break;
      keys.add(change.key);
    }
    if (this.recent.size >= MOST_RECENT) this.recent.clear();
    this.recent.set(since, keys);
    return keys;
  }

  /** Notes a look-up of something outside of the table, so that `touch` can report a change of it. */
  note(key: string): void {
    this.tracking?.add(key);
  }

  /** Reports a change of something outside of the table. */
  touch(key: string): void {
    this.now++;
    this.noteChange(key);
  }

  private noteChange(key: string): void {
    this.recent.clear();
    this.changes.set(key, this.now);
    this.changedAt = this.now;
    this.log.push({ key, at: this.now });
    if (this.log.length <= LONGEST_LOG) return;
    const dropped = this.log.length >> 1;
    this.logStart = this.log[dropped - 1]?.at ?? 0;
    this.log = this.log.slice(dropped);
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
    const before = digests(removed);
    const after = digests(added);
    const gone = byKey(removed);
    const come = byKey(added);
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const old = this.entries.get(key);
      const fresh = come.get(key) ?? [];
      const staysInOrder = fresh.length === 0 || (inPlace !== undefined && before.has(key));
      if (staysInOrder && fresh.length > 1) fresh.sort(inPlace);
      const entries = replaced(old?.entries ?? [], gone.get(key) ?? [], fresh);
      if (entries.length === 0) this.entries.delete(key);
      else
        this.entries.set(key, { entries, values: undefined, order: staysInOrder ? old?.order : undefined });
    }
    const changed = new Set<string>();
    this.now++;
    for (const key of [...before.keys(), ...after.keys()]) {
      const moved = reordered && (this.entries.get(key)?.entries.length ?? 0) > 1;
      if (moved || before.get(key) !== after.get(key)) {
        if (changed.has(key)) continue;
        changed.add(key);
        this.noteChange(key);
      }
    }
    return changed;
  }
}

/** How many changes are remembered one by one. */
const LONGEST_LOG = 4000;
/** Of how many moments it is remembered what has changed since. */
const MOST_RECENT = 20;

/** What is known under one name. */
interface Bucket<Kinds> {
  readonly entries: readonly Entry<Kinds>[];
  /** The values of the entries, once somebody has asked for them. */
  values: readonly Kinds[keyof Kinds][] | undefined;
  /** That of the table, if the entries are in order. */
  readonly order: object | undefined;
}

/** Entries without those that are gone; what has come takes their place. */
function replaced<T>(entries: readonly T[], gone: readonly T[], come: readonly T[]): readonly T[] {
  if (entries.length === 0) return come;
  const [first] = gone;
  if (first === undefined) return entries.concat(come);
  // Most often they stand in a row.
  const start = entries.indexOf(first);
  if (start >= 0 && gone.every((one, by) => entries[start + by] === one))
    return entries.toSpliced(start, gone.length, ...come);
  const all = new Set(gone);
  const at = entries.findIndex((entry) => all.has(entry));
  if (at < 0) return entries.concat(come);
  return [...entries.slice(0, at), ...come, ...entries.slice(at).filter((entry) => !all.has(entry))];
}

/** Entries by their keys, each list in the order in which they are. */
function byKey<T extends { readonly key: string }>(entries: readonly T[]): Map<string, T[]> {
  const lists = new Map<string, T[]>();
  for (const entry of entries) {
    const others = lists.get(entry.key);
    if (others) others.push(entry);
    else lists.set(entry.key, [entry]);
  }
  return lists;
}

function areApart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const key of few) if (many.has(key)) return false;
  return true;
}

/** One thing under one name. The digest is all of it that others can depend on, apart from its place. */
export interface Entry<Kinds> {
  readonly key: string;
  readonly digest: string;
  readonly value: Kinds[keyof Kinds];
}

export function entry<Kinds, K extends keyof Kinds & string>(
  kind: K,
  name: string,
  value: Kinds[K],
  digest = '',
): Entry<Kinds> {
  return { key: keyOf(kind, name), digest, value };
}

function keyOf(kind: string, name: string): string {
  return `${kind}/${name}`;
}

function digests(
  entries: readonly Entry<never>[] | readonly { key: string; digest: string }[],
): Map<string, string> {
  const map = new Map<string, string>();
  for (const { key, digest } of entries) map.set(key, `${map.get(key) ?? ''}|${digest}`);
  return map;
}
