import type { ScopePath } from '../../project/names/scope-path';
import type { SavedValue } from '../sandbox/sandbox';

/** What conditions compare a variable with. */
export interface Tested {
  readonly texts: ReadonlySet<string>;
  /** In ascending order. */
  readonly numbers: readonly number[];
}

/** Values of variables that conditions were not tried with yet. Numbers count anywhere, and by what they exceed in each state. */
export class Novelties {
  private readonly seen = new Set<string>();

  /** @param tested the variables that conditions read; `*` stands for those whose names are not known */
  constructor(private readonly tested: ReadonlyMap<string, Tested>) {}

  /** Whether a variable has a new value. It is known then. */
  isNew(state: ScopePath, name: string, value: SavedValue): boolean {
    const tested = this.tested.get(name) ?? this.tested.get('*');
    if (tested === undefined) return false;
    const here = JSON.stringify([state, name, kindOf(value, tested)]);
    const anywhere = typeof value === 'number' ? JSON.stringify([name, clamped(value, tested)]) : here;
    const { size } = this.seen;
    this.seen.add(here).add(anywhere);
    return this.seen.size > size;
  }
}

/** Equal for values that conditions rarely distinguish. */
function kindOf(value: SavedValue, { texts, numbers }: Tested): SavedValue {
  if (typeof value === 'string') return value === '' || texts.has(value) ? value : 'text';
  if (typeof value !== 'number') return value;
  const at = numbers.findIndex((one) => one >= value);
  return at < 0 ? numbers.length : numbers[at] === value ? at : at - 0.5;
}

/** A number within the compared ones, as larger ones may have no end. */
function clamped(value: number, { numbers }: Tested): number {
  const least = Math.min(0, numbers[0] ?? 0);
  const most = Math.max(0, numbers.at(-1) ?? 0);
  return Math.min(Math.max(value, least - 1), most + 1);
}
