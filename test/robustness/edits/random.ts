/** Pseudo-random numbers from a seed. */
export class Random {
  private state = 0x9e3779b9;

  constructor(seed: string) {
    for (let at = 0; at < seed.length; at++)
      this.state = Math.imul(this.state ^ seed.charCodeAt(at), 0x85ebca6b) ^ (this.state >>> 13);
  }

  /** From zero up to, and without, `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * end);
  }

  /** One of several values; throws if there are none. */
  readonly one = <T>(values: readonly T[]): T => {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to draw from.');
    return value;
  };

  /** True with a probability in per cent. */
  percent(share: number): boolean {
    return this.below(100) < share;
  }

  /** A range within `0`..`length`, which may be empty. */
  stretch(length: number): readonly [start: number, end: number] {
    const [a, b] = [this.below(length + 1), this.below(length + 1)];
    return a < b ? [a, b] : [b, a];
  }
}
