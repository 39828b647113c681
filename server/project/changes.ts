/** Which keys have changed, and when. Moments are counted in replacements. */
export class Changes {
  /** When a key last changed. */
  private readonly times = new Map<string, number>();
  /** The keys that changed last, oldest first, each once per replacement; and when they did. */
  private log: string[] = [];
  private logTimes: number[] = [];
  /** The moment of the last change that is not in the log any more. */
  private logStart = 0;
  /** Whether anybody knows of a moment. Until then, nobody can ask what has changed since. */
  private isDated = false;
  private moment = 0;
  private last = 0;
  /** The keys changed since some moments, as of now. */
  private readonly recent = new Map<number, ReadonlySet<string>>();

  /** The moment that it is. */
  get now(): number {
    return this.moment;
  }

  /** The moment at which anything last changed. */
  get lastChange(): number {
    return this.last;
  }

  /** The moment that it is, for somebody who will ask what has changed since. */
  date(): number {
    this.isDated = true;
    return this.moment;
  }

  /** From here on it is another moment. */
  begin(): void {
    this.moment++;
  }

  /** Notes that a key has changed now. */
  add(key: string): void {
    this.recent.clear();
    this.last = this.moment;
    if (!this.isDated) {
      this.logStart = this.moment;
      return;
    }
    this.times.set(key, this.moment);
    this.log.push(key);
    this.logTimes.push(this.moment);
    if (this.log.length <= LONGEST_LOG) return;
    const dropped = this.log.length >> 1;
    this.logStart = this.logTimes[dropped - 1] ?? 0;
    this.log = this.log.slice(dropped);
    this.logTimes = this.logTimes.slice(dropped);
  }

  /** Whether none of these keys has changed since a moment. */
  areUnchanged(keys: ReadonlySet<string>, since: number): boolean {
    if (since >= this.moment) return true;
    const changed = this.since(since);
    if (changed) return areApart(keys, changed);
    for (const key of keys) if ((this.times.get(key) ?? 0) > since) return false;
    return true;
  }

  /** Whether it is known one by one what has changed since a moment. */
  remembers(since: number): boolean {
    return since >= this.logStart;
  }

  /** The keys that have changed since a moment; undefined if that is too long ago to be known one by one. */
  since(moment: number): ReadonlySet<string> | undefined {
    if (!this.remembers(moment)) return undefined;
    const known = this.recent.get(moment);
    if (known) return known;
    const keys = new Set<string>();
    for (let index = this.log.length - 1; index >= 0; index--) {
      const key = this.log[index];
      if (key === undefined || (this.logTimes[index] ?? 0) <= moment) break;
      keys.add(key);
    }
    if (this.recent.size >= MOST_RECENT) this.recent.clear();
    this.recent.set(moment, keys);
    return keys;
  }
}

/** How many changes are remembered one by one. */
const LONGEST_LOG = 4000;
/** Of how many moments it is remembered what has changed since. */
const MOST_RECENT = 20;

function areApart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const key of few) if (many.has(key)) return false;
  return true;
}
