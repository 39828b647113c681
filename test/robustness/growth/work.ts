import { type Profiler, Session } from 'node:inspector/promises';

/** How often each block of code was executed, summed up by function. */
export type Work = Readonly<Record<string, number>>;

/**
 * Counts work, independent of the machine: how often each block of code of one script is executed, as V8's coverage
 * counts it. What functions of V8 itself read, such as those that search a text, `ScanCounter` counts.
 *
 * V8 visits all functions of the process for each result, so this runs in a process of its own.
 */
export class WorkCounter {
  private readonly session = new Session();

  constructor(private readonly script: string) {}

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The work since the last call. */
  async take(): Promise<Work> {
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    return Object.fromEntries(result.filter(({ url }) => url.endsWith(this.script)).flatMap(functionsIn));
  }
}

export function totalWork(work: Work): number {
  return Object.values(work).reduce((sum, count) => sum + count, 0);
}

/** The functions that add most to the growth from one work to another, to find the cause. */
export function fastestGrowing(before: Work, after: Work, maxGrowth: number): string[] {
  const excess = Object.entries(after).map(([name, count]) => ({
    name,
    count,
    over: count - maxGrowth * (before[name] ?? 0),
  }));
  const most = excess.sort((a, b) => b.over - a.over).slice(0, 8);
  return most
    .filter(({ over }) => over > 0)
    .map(({ name, count }) => `${name}: ${before[name] ?? 0} → ${count}`);
}

function functionsIn({ functions }: Profiler.ScriptCoverage): [string, number][] {
  return functions.map(({ functionName, ranges }) => [
    `${functionName} @${ranges[0]?.startOffset}`,
    ranges.reduce((sum, { count }) => sum + count, 0),
  ]);
}
