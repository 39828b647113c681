import { shortNumber } from '../report';
import { type Figure, SMALL_LINES, WORKLOAD_GOALS, type WorkloadGoal } from './goals';
import type { Result } from './measure';

/** A goal of a workload at all sizes. */
interface Row {
  readonly workload: string;
  readonly goal: WorkloadGoal;
  /** The worst figure of each size. */
  readonly worst: ReadonlyMap<number, Figure>;
}

/** All goals of all workloads with the worst figure of each size; missed ones come first. */
export function workloadGoalsText(results: readonly Result[]): string {
  const rows = [...new Set(results.map(({ workload }) => workload.name))].flatMap((name) =>
    WORKLOAD_GOALS.map((goal) => rowOf(name, goal, results)),
  );
  const isMissed = ({ goal, worst }: Row) => [...worst.values()].some((figure) => !isWithin(goal, figure));
  const measured = rows.filter(({ worst }) => worst.size > 0);
  const missed = measured.filter(isMissed);
  const met = measured.filter((row) => !isMissed(row));
  const unmeasured = rows.filter(({ worst }) => worst.size === 0);
  const sizes = [...new Set(results.map(({ lines }) => lines))].sort((a, b) => a - b);
  const count = `${met.length} goals met, ${missed.length} missed, ${unmeasured.length} not measured in this run.`;
  return `${count} Each is held against the worst edit or request of each size, which is named with the times it is computed from, ours first.\n\n${table(missed, sizes, '**missed**')}\n${table(met, sizes, 'met')}\n${table(unmeasured, sizes, 'not measured')}`;
}

function rowOf(workload: string, goal: WorkloadGoal, results: readonly Result[]): Row {
  const own = results.filter((result) => result.workload.name === workload);
  const smallest = own.find(({ lines }) => lines === SMALL_LINES);
  const worst = new Map<number, Figure>();
  for (const result of own) {
    const [first] = [...goal.figures(result, smallest)].sort((a, b) =>
      goal.isUpperLimit ? b.value - a.value : a.value - b.value,
    );
    if (first) worst.set(result.lines, first);
  }
  return { workload, goal, worst };
}

function isWithin({ isUpperLimit, limit }: WorkloadGoal, { value }: Figure): boolean {
  return isUpperLimit ? value <= limit : value >= limit;
}

function table(rows: readonly Row[], sizes: readonly number[], verdict: string): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const head = [
    'workload',
    'goal',
    '',
    'wanted',
    ...sizes.map((lines) => `${lines.toLocaleString('en')} lines`),
  ];
  const body = rows.map(({ workload, goal, worst }) => {
    const wanted = `${goal.isUpperLimit ? '≤' : '≥'} ${goal.limit} ×`;
    const cells = sizes.map((lines) => {
      const figure = worst.get(lines);
      if (figure === undefined) return '';
      const value = `${shortNumber(figure.value)} ×`;
      return `${isWithin(goal, figure) ? value : `**${value}**`} (${figure.of})`;
    });
    return line([workload, goal.name, verdict, wanted, ...cells]);
  });
  return `${line(head)}|${'---|'.repeat(head.length)}\n${body.join('')}`;
}
