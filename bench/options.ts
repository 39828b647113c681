import { parseArgs } from 'node:util';
import { WORKLOADS, type Workload } from './workloads/workload';

/** The options of a run. */
export interface BenchOptions {
  /** `all` measures every workload and everything else; only that is written to a file. */
  readonly part: 'all' | 'workloads' | 'level' | 'hub' | 'run' | 'start';
  readonly workloads: readonly Workload[];
  readonly sizes: readonly number[];
  readonly isQuick: boolean;
  readonly isDry: boolean;
}

const SIZES = [1_000, 10_000, 50_000];
/** The largest size at which a quick run measures more than our own keystrokes. */
export const QUICK_LINES = 10_000;
/** The maximum number of rounds of a quick run. */
export const QUICK_ROUNDS = 12;

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      workload: { type: 'string', multiple: true, default: [] },
      size: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      dry: { type: 'boolean', default: false },
      level: { type: 'boolean', default: false },
      hub: { type: 'boolean', default: false },
      run: { type: 'boolean', default: false },
      start: { type: 'boolean', default: false },
      peer: { type: 'boolean', default: false },
    },
  });
  const sizes = values.size.map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size > 0))
    throw new Error('`--size` expects a number of lines.');
  const hasSelection = values.workload.length > 0 || sizes.length > 0;
  return {
    part: values.hub
      ? 'hub'
      : values.run
        ? 'run'
        : values.start
          ? 'start'
          : values.level
            ? 'level'
            : hasSelection
              ? 'workloads'
              : 'all',
    workloads: values.workload.length > 0 ? values.workload.map(workloadNamed) : WORKLOADS,
    sizes: sizes.length > 0 ? sizes : SIZES,
    isQuick: values.quick,
    isDry: values.dry,
  };
}

function workloadNamed(name: string): Workload {
  const found = WORKLOADS.find((workload) => workload.name === name);
  if (found) return found;
  const names = WORKLOADS.map((workload) => workload.name).join(', ');
  throw new Error(`There is no workload \`${name}\`. Expected one of ${names}.`);
}
