import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { IS_EXHAUSTIVE, sample, stepOf } from '../support/depth';
import { addressOf, workspaceOf } from '../support/workspace';
import { type Files, GROWTH_CASES, type GrowthCase } from './growth/growth-cases';
import type { Costs } from './growth/measure';
import { REPEATED_TOKENS } from './growth/repeated-tokens';
import { fastestGrowing, totalWork, type Work } from './growth/work';

/** The maximum ratio of work for a text of twice the size. */
const MAX_GROWTH = 2.3;

/** The number of measured sizes, each twice the one before: four times the smallest one, or eight times with `ATOMIC_STATE_RUNS`. */
const SIZES = IS_EXHAUSTIVE ? 4 : 3;
const OWN_CASES = sample(Object.entries(GROWTH_CASES), 3);
/** With a sample of the tokens. `ATOMIC_STATE_RUNS=1` measures each of them, in about half an hour. */
const CASES = [
  ...OWN_CASES,
  ...Object.entries(REPEATED_TOKENS).filter((_, index) => index % stepOf(401, 201) === 0),
];

/** What each kind of text costs, by size. */
async function measure(): Promise<ReadonlyMap<string, readonly Costs[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  const outfile = join(folder, 'growth.cjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'growth/measure.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    loader: { '.yaml': 'text', '.yml': 'text' },
    logLevel: 'silent',
  });
  // Not synchronous: Vitest gives up workers that do not answer for a minute.
  const args = [outfile, String(SIZES), ...CASES.map(([name]) => name)];
  const { stdout: lines } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 });
  rmSync(folder, { recursive: true });
  return new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

const COSTS = await measure();

function lengthOf(files: Files): number {
  return Object.values(files).reduce((sum, text) => sum + text.length, 0);
}

function ratios(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value / (values[index] ?? value));
}

/** How much each work is over the one before, for a text of exactly twice the size. */
function growthOf(works: readonly Work[], { n, files }: GrowthCase): number[] {
  const lengths = ratios(works.map((_, index) => lengthOf(files(n * 2 ** index))));
  // Indentation makes some texts grow faster than their repetitions. Without files, there is no length.
  return ratios(works.map(totalWork)).map((ratio, index) => (ratio * 2) / Math.max(2, lengths[index] || 2));
}

/** The means of neighbours. */
function smoothed(growth: readonly number[]): number[] {
  return growth.slice(1).map((value, index) => Math.sqrt(value * (growth[index] ?? value)));
}

function check(works: readonly Work[], growth: readonly number[], most: number): void {
  const [before = {}, after = {}] = works.slice(-2);
  const functions = fastestGrowing(before, after, most).join('\n');
  expect(Math.max(...growth), `${growth.join(', ')}\n${functions}`).toBeLessThanOrEqual(most);
}

const OPENED_CASES = OWN_CASES.filter(([, { command, perform }]) => !command && !perform);

it.each(OPENED_CASES)('the server reads the text: %s', (_, { n, files }) => {
  const all = Object.entries(files(n)).map(([path, text]) => ({ path, text }));
  const [{ path } = { path: '' }] = all;
  // A file that is not recognized as one of the format costs nothing.
  expect(workspaceOf(all).source(addressOf(path))).toBeDefined();
});

it.each(CASES)('cost grows linearly with the text: %s', (name, family) => {
  const costs = COSTS.get(name) ?? [];
  expect(costs).toHaveLength(SIZES);
  const most = family.bound?.growth ?? MAX_GROWTH;
  const executed = costs.map((cost) => cost.executed);
  check(executed, growthOf(executed, family), most);
  // Few long searches make up most of it, and a limit ends them in some of the texts.
  const scanned = costs.map((cost) => cost.scanned);
  check(scanned, smoothed(growthOf(scanned, family)), most);
});
