import { QUICK_LINES, QUICK_ROUNDS } from '../options';
import type { ServerCommand } from '../session';
import { detailsText } from './details';
import { workloadGoalsText } from './goals-table';
import { measure, type Result, type Rounds } from './measure';
import type { Workload } from './workload';

export interface WorkloadsReport {
  readonly goals: string;
  readonly details: string;
}

/** The rounds by minimum number of lines: larger files are measured less often. */
const ROUNDS: readonly (readonly [lines: number, rounds: Rounds])[] = [
  [50_000, { ours: 8, peer: 2, opening: 2 }],
  [10_000, { ours: 15, peer: 3, opening: 3 }],
  [0, { ours: 30, peer: 5, opening: 3 }],
];
/** Most of the time is spent on the peer. With fewer rounds of ours, a 95th percentile would be the maximum. */
const QUICK: Rounds = { ours: QUICK_ROUNDS, peer: 2, opening: 1 };

/** Measures the workloads at the sizes. Failures are reported, and the run continues. */
export async function runWorkloads(
  workloads: readonly Workload[],
  sizes: readonly number[],
  own: ServerCommand,
  peer: ServerCommand | undefined,
  isQuick: boolean,
): Promise<WorkloadsReport> {
  const results: Result[] = [];
  const failures: string[] = [];
  for (const workload of workloads) {
    for (const lines of sizes) {
      const begin = performance.now();
      const rounds = ROUNDS.find(([least]) => lines >= least)?.[1] ?? QUICK;
      const what = `${workload.name}, ${lines.toLocaleString('en')} lines`;
      try {
        const other = isQuick && lines > QUICK_LINES ? undefined : peer;
        results.push(await measure(workload, lines, own, other, isQuick ? QUICK : rounds));
        const seconds = ((performance.now() - begin) / 1000).toFixed(0);
        console.error(`${what}: measured in ${seconds} s`);
      } catch (error) {
        // The other results are kept, because they took long to measure.
        failures.push(`**${what}: failed**, ${String(error)}\n\n`);
        console.error(`${what}: ${String(error)}`);
        process.exitCode = 1;
      }
    }
  }
  const details = workloads.map((workload) =>
    detailsText(results.filter((result) => result.workload === workload)),
  );
  return { goals: failures.join('') + workloadGoalsText(results), details: details.join('\n') };
}
