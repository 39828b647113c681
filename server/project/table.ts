import { finished, type Steps } from '../text/steps';

/**
 * The one table of a project: whatever can be pointed at, under the name it is asked for. Every look-up is noted
 * while a reader is being tracked, and every change of what a name stands for is reported, so that a result made
 * from look-ups is known to be good until one of its names changes.
 */
export class Table<Kinds> {
  /** What is known, by kind and name. */
  private readonly kinds = new Map<string, Map<string, Bucket<Kinds>>>();
  private tracking: Set<string> | undefined;
  /** When a key last changed, counted in replacements. */
  private readonly changes = new Map<string, number>();
  /** The keys that changed last, oldest first, each once per replacement; and when they did. */
  private log: string[] = [];
  private logTimes: number[] = [];
  /** The moment of the last change that is not in the log any more. */
  private logStart = 0;
  /** Whether anybody knows of a moment. Until then, nobody can ask what has changed since. */
  private isDated = false;
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
    if (bucket && bucket.entries.length > 1 && bucket.order !== this.order) {
      const entries = sort(bucket.entries);
      const values = entries === bucket.entries ? bucket.values : undefined;
      this.set(kind, name, { key: bucket.key, entries, values, order: this.order });
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
    if (this.isSettling || this.keptAt === this.now) return;
    this.isSettling = true;
    try {
      for (const refresh of this.keepers) refresh();
    } finally {
      this.isSettling = false;
      this.keptAt = this.now;
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
    this.isDated = true;
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

  /** Whether it is known one by one what has changed since a moment. */
  remembers(since: number): boolean {
    return since >= this.logStart;
  }

  /** The keys that have changed since a moment; undefined if that is too long ago to be known one by one. */
  changesSince(since: number): ReadonlySet<string> | undefined {
    if (!this.remembers(since)) return undefined;
    const known = this.recent.get(since);
    if (known) return known;
    const keys = new Set<string>();
    for (let index = this.log.length - 1; index >= 0; index--) {
      const key = this.log[index];
      if (key === undefined || (this.logTimes[index] ?? 0) <= since) break;
      keys.add(key);
    }
    if (this.recent.size >= MOST_RECENT) this.recent.clear();
    this.recent.set(since, keys);
    return keys;
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
    this.now++;
    this.noteChange(key);
  }

  private noteChange(key: string): void {
    this.recent.clear();
    this.changedAt = this.now;
    if (!this.isDated) {
      this.logStart = this.now;
      return;
    }
    this.changes.set(key, this.now);
    this.log.push(key);
    this.logTimes.push(this.now);
    if (this.log.length <= LONGEST_LOG) return;
    const dropped = this.log.length >> 1;
    this.logStart = this.logTimes[dropped - 1] ?? 0;
    this.log = this.log.slice(dropped);
    this.logTimes = this.logTimes.slice(dropped);
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
    this.now++;
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
          const order = staysInOrder ? old?.order : undefined;
          this.set(kind, name, { key, entries, values, order });
        }
        if (isSame && !(reordered && entries.length > 1)) continue;
        changed.add(key);
        this.noteChange(key);
        yield;
      }
    }
    return changed;
  }
}

/** How many changes are remembered one by one. */
const LONGEST_LOG = 4000;
/** Of how many moments it is remembered what has changed since. */
const MOST_RECENT = 20;

const NONE: readonly never[] = [];

/** What is known under one name. */
interface Bucket<Kinds> {
  readonly key: string;
  readonly entries: readonly Entry<Kinds>[];
  /** The values of the entries, once somebody has asked for them. */
  values: readonly Kinds[keyof Kinds][] | undefined;
  /** That of the table, if the entries are in order. */
  readonly order: object | undefined;
}

/** What is known under a name without the entries that are gone; what has come takes their place. */
function replaced<Kinds>(
  old: Bucket<Kinds> | undefined,
  gone: readonly Entry<Kinds>[],
  come: readonly Entry<Kinds>[],
): Pick<Bucket<Kinds>, 'entries' | 'values'> {
  const entries = old?.entries ?? NONE;
  // A copy has room for these only.
  if (entries.length === 0) return { entries: come.slice(), values: undefined };
  const [first] = gone;
  const start = first === undefined ? entries.length : entries.indexOf(first);
  // Most often they stand in a row, and who has asked for the values will ask for them again.
  if (start >= 0 && gone.every((one, by) => entries[start + by] === one)) {
    return {
      entries: entries.toSpliced(start, gone.length, ...come),
      values: old?.values?.toSpliced(start, gone.length, ...come.map(({ value }) => value)),
    };
  }
  const all = new Set(gone);
  const at = entries.findIndex((entry) => all.has(entry));
  if (at < 0) return { entries: entries.concat(come), values: undefined };
  const rest = entries.slice(at).filter((entry) => !all.has(entry));
  return { entries: [...entries.slice(0, at), ...come, ...rest], values: undefined };
}

/** What goes and what comes under one name, in the order in which it was given. */
interface Exchange<Kinds> {
  readonly gone: Entry<Kinds>[];
  readonly come: Entry<Kinds>[];
}

function* byKindAndName<Kinds>(
  removed: readonly Entry<Kinds>[],
  added: readonly Entry<Kinds>[],
): Steps<Map<string, Map<string, Exchange<Kinds>>>> {
  const kinds = new Map<string, Map<string, Exchange<Kinds>>>();
  const exchangeOf = ({ kind, name }: Entry<Kinds>) => {
    let names = kinds.get(kind);
    if (names === undefined) {
      names = new Map<string, Exchange<Kinds>>();
      kinds.set(kind, names);
    }
    let exchange = names.get(name);
    if (exchange === undefined) {
      exchange = { gone: [], come: [] };
      names.set(name, exchange);
    }
    return exchange;
  };
  for (const entry of removed) exchangeOf(entry).gone.push(entry);
  for (const entry of added) {
    exchangeOf(entry).come.push(entry);
    yield;
  }
  return kinds;
}

function haveSameDigests(
  one: readonly { readonly digest: string }[],
  other: readonly { readonly digest: string }[],
): boolean {
  return one.length === other.length && one.every(({ digest }, index) => digest === other[index]?.digest);
}

function areApart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const key of few) if (many.has(key)) return false;
  return true;
}

/** One thing under one name. The digest is all of it that others can depend on, apart from its place. */
export interface Entry<Kinds> {
  readonly kind: string;
  readonly name: string;
  readonly digest: string;
  readonly value: Kinds[keyof Kinds];
}

export function entry<Kinds, K extends keyof Kinds & string>(
  kind: K,
  name: string,
  value: Kinds[K],
  digest = '',
): Entry<Kinds> {
  return { kind, name, digest, value };
}

/** Put together in a way that gives one flat text, as keys stay for long. */
function keyOf(kind: string, name: string): string {
  return [kind, name].join('/');
}
