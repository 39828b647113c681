import { type Profiler, Session } from 'node:inspector/promises';

/** How often each block of code was executed, summed up by function. */
export type Work = ReadonlyMap<string, number>;

/**
 * Counts work, independent of the machine: how often each block of code was executed while something ran, as V8's
 * coverage counts it. Functions of V8 itself, such as searching a text, are not counted.
 */
export class WorkCounter {
  private readonly session = new Session();

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  async count(run: () => Promise<void>): Promise<Work> {
    await this.session.post('Profiler.takePreciseCoverage');
    await run();
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    return new Map(result.filter(isOurs).flatMap(functionsIn));
  }

  async stop(): Promise<void> {
    await this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}

export function totalWork(work: Work): number {
  return [...work.values()].reduce((sum, count) => sum + count, 0);
}

/** The functions that add most to the growth from one work to another, for whoever has to find the cause. */
export function fastestGrowing(before: Work, after: Work, maxGrowth: number): string[] {
  const excess = [...after].map(([name, count]) => ({
    name,
    count,
    over: count - maxGrowth * (before.get(name) ?? 0),
  }));
  const most = excess.sort((a, b) => b.over - a.over).slice(0, 8);
  return most
    .filter(({ over }) => over > 0)
    .map(({ name, count }) => `${name}: ${before.get(name) ?? 0} → ${count}`);
}

/** Of the server and of the libraries that it analyses texts with. */
function isOurs({ url }: Profiler.ScriptCoverage): boolean {
  return /\/server\/|\/node_modules\/(?:yaml|acorn|jsonc-parser|prettier|diff|picomatch)\//.test(url);
}

function functionsIn({ url, functions }: Profiler.ScriptCoverage): [string, number][] {
  const file = url.slice(url.lastIndexOf('/', url.lastIndexOf('/') - 1) + 1);
  return functions.map(({ functionName, ranges }) => [
    `${file} ${functionName} @${ranges[0]?.startOffset}`,
    ranges.reduce((sum, { count }) => sum + count, 0),
  ]);
}
