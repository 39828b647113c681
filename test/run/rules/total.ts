import type { Comparison, Contradiction } from './compare';

/** The sum of several comparisons. */
export class Total {
  readonly contradictions: (Contradiction & { readonly subject: string })[] = [];
  readonly confirmed = new Map<string, number>();
  readonly reported = new Map<string, number>();
  readonly outOfReach = new Map<string, number>();
  subjects = 0;
  complete = 0;
  skipped = 0;
  steps = 0;
  types = 0;

  add(subject: string, comparison: Comparison | undefined): void {
    if (comparison === undefined) {
      this.skipped++;
      return;
    }
    this.subjects++;
    if (comparison.isComplete) this.complete++;
    this.steps += comparison.steps;
    this.types += comparison.types;
    for (const name of ['confirmed', 'reported', 'outOfReach'] as const)
      for (const [key, count] of comparison[name]) this[name].set(key, (this[name].get(key) ?? 0) + count);
    for (const one of comparison.contradictions) this.contradictions.push({ subject, ...one });
  }

  get lines(): string[] {
    return this.contradictions.map(
      ({ subject, kind, code, message, place }) => `${kind} ${code} at ${place} of "${subject}": ${message}`,
    );
  }

  toString(): string {
    const table = (title: string, counts: ReadonlyMap<string, number>) =>
      `${title}: ${[...counts]
        .sort(([, a], [, b]) => b - a)
        .map(([key, count]) => `${key} ${count}`)
        .join(', ')}`;
    return [
      `${this.subjects} automata, ${this.complete} of them explored completely, in ${this.steps} steps; ${this.skipped} cannot be run.`,
      `${this.types} values were held against their types.`,
      table('Findings that runs confirmed', this.confirmed),
      table('Faults that rules reported', this.reported),
      table('Faults out of reach of rules', this.outOfReach),
      `${this.contradictions.length} contradictions.`,
    ].join('\n');
  }
}
