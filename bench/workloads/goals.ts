import { median, quantile } from '../report';
import type { Result } from './measure';
import type { SeriesPair } from './series';

/** A number that is compared with a limit. */
export interface Figure {
  readonly value: number;
  /** Its source: the edit or request, and the times or amounts from which it is computed. */
  readonly of: string;
}

export interface WorkloadGoal {
  readonly name: string;
  readonly limit: number;
  /** Whether less is better. Otherwise more is. */
  readonly isUpperLimit: boolean;
  /** All figures of a size; none: not measured. `smallest`: the result of 1,000 lines of the same run. */
  readonly figures: (result: Result, smallest: Result | undefined) => readonly Figure[];
}

/** The size at which opening is measured, and those between which growth is measured. */
const OPENING_LINES = 10_000;
const LARGE_LINES = 50_000;
export const SMALL_LINES = 1_000;
/** The minimum number of times for a 95th percentile. */
const MIN_TIMES = 10;

/** To add a goal, add an entry. Each is met if the worst of its figures is within the limit. */
export const WORKLOAD_GOALS: readonly WorkloadGoal[] = [
  {
    name: 'key → diagnostics, times faster than the peer',
    limit: 20,
    isUpperLimit: false,
    figures: ({ diagnostics }) => diagnostics.flatMap(timesFaster),
  },
  {
    name: 'key → completion, in empty requests with the parse of one state',
    limit: 3,
    isUpperLimit: true,
    figures: ({ completions, floor }) =>
      completions.map(({ name, ours }) => ratio(`${name}: `, median(ours.times), floor, 'ms')),
  },
  {
    name: 'key → outline, times faster than the peer',
    limit: 20,
    isUpperLimit: false,
    figures: ({ outline }) => (outline ? timesFaster(outline) : []),
  },
  {
    name: 'key → diagnostics of 50,000 lines, in that of 1,000',
    limit: 1.3,
    isUpperLimit: true,
    figures: growth,
  },
  {
    name: '95th percentile, in medians',
    limit: 3,
    isUpperLimit: true,
    figures: (result) => allPairs(result).flatMap(spread),
  },
  {
    name: 'open → first report of 10,000 lines, in the time of the peer',
    limit: 0.5,
    isUpperLimit: true,
    figures: ({ lines, openings: { ours, peer } }) =>
      lines === OPENING_LINES && peer ? [ratio('', ours.first, peer.first, 'ms')] : [],
  },
  {
    name: 'open → all findings of 10,000 lines, in the time of the peer',
    limit: 1,
    isUpperLimit: true,
    figures: ({ lines, openings: { ours, peer } }) =>
      lines === OPENING_LINES && peer ? [ratio('', ours.all, peer.all, 'ms')] : [],
  },
  {
    name: 'memory while editing, in that of the peer',
    limit: 0.5,
    isUpperLimit: true,
    figures: ({ memory: { ours, peer } }) => (peer ? [ratio('', ours, peer, 'MB')] : []),
  },
];

function timesFaster({ name, ours, peer }: SeriesPair): Figure[] {
  if (peer === undefined) return [];
  const [own, other] = [median(ours.times), median(peer.times)];
  return [{ value: other / own, of: `${name}: ${own.toFixed(1)} and ${other.toFixed(0)} ms` }];
}

function growth({ lines, diagnostics }: Result, smallest: Result | undefined): Figure[] {
  if (lines !== LARGE_LINES) return [];
  return diagnostics.flatMap(({ name, ours }) => {
    const small = smallest?.diagnostics.find((one) => one.name === name);
    return small ? [ratio(`${name}: `, median(ours.times), median(small.ours.times), 'ms')] : [];
  });
}

function spread({ name, ours: { times } }: SeriesPair): Figure[] {
  return times.length < MIN_TIMES ? [] : [ratio(`${name}: `, quantile(times, 0.95), median(times), 'ms')];
}

function allPairs({ diagnostics, completions, outline }: Result): readonly SeriesPair[] {
  const completed = completions.map((pair) => ({ ...pair, name: `completion of ${pair.name}` }));
  return [...diagnostics, ...completed, ...(outline ? [outline] : [])];
}

function ratio(name: string, one: number, other: number, unit: string): Figure {
  return { value: one / other, of: `${name}${one.toFixed(1)} and ${other.toFixed(1)} ${unit}` };
}
