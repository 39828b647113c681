import type { ExploreOptions } from '../../run/explore/explore';
import type { QuickJs } from '../../run/sandbox/quickjs';
import { parseInteger } from '../arguments';

/** Limits of an exploration; undefined for the usual ones. */
export interface ExploreLimits {
  readonly maxSteps: number | undefined;
  readonly maxSeconds: number | undefined;
}

/** The options of commands that explore. */
export const LIMIT_OPTIONS = { 'max-steps': { type: 'string' }, 'max-seconds': { type: 'string' } } as const;

/** Throws `UsageError` for other values than numbers. */
export function readLimits(values: {
  readonly 'max-steps'?: string | undefined;
  readonly 'max-seconds'?: string | undefined;
}): ExploreLimits {
  return {
    maxSteps: parseInteger('max-steps', values['max-steps'], 1),
    maxSeconds: parseInteger('max-seconds', values['max-seconds'], 1),
  };
}

/** The seed of random numbers in the value of an option. Throws `UsageError` for other values than numbers. */
export function readSeed(value: string | undefined): number {
  return parseInteger('seed', value) ?? 1;
}

/** How a command explores: in sandboxes that recognize data, with these limits. */
export function explorationIn(
  sandboxes: QuickJs,
  seed: number,
  { maxSteps, maxSeconds }: ExploreLimits,
): Pick<ExploreOptions, 'sandbox' | 'now' | 'maxSteps' | 'maxMilliseconds'> {
  const now = () => performance.now();
  return {
    sandbox: () => sandboxes.sandbox({ seed, now, recognizesData: true }),
    now,
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(maxSeconds === undefined ? {} : { maxMilliseconds: maxSeconds * 1000 }),
  };
}
