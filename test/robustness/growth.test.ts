import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { type Files, GROWTH_CASES } from './growth/growth-cases';
import { fastestGrowing, totalWork, type Work } from './growth/work';

/** How much more work a text of twice the size may be. */
const MAX_GROWTH = 2.3;

/** The work for each kind of text, for the smallest text and those of two and four times its size. */
async function measure(): Promise<ReadonlyMap<string, readonly Work[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  const outfile = join(folder, 'growth.cjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'growth/measure.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  // Not synchronous: Vitest gives up workers that do not answer for a minute.
  const { stdout: lines } = await promisify(execFile)(process.execPath, [outfile], { maxBuffer: 1e9 });
  rmSync(folder, { recursive: true });
  return new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

const WORKS = await measure();

function lengthOf(files: Files): number {
  return Object.values(files).reduce((sum, text) => sum + text.length, 0);
}

function ratios(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value / (values[index] ?? value));
}

it.each(Object.entries(GROWTH_CASES))('cost grows as the text grows: %s', (name, family) => {
  const works = WORKS.get(name) ?? [];
  expect(works.length).toBeGreaterThan(2);
  const lengths = works.map((_, index) => lengthOf(family.files(family.n * 2 ** index)));
  const growth = ratios(works.map(totalWork)).map((ratio, index) => {
    // Indentation makes some texts grow faster than their repetitions.
    return (ratio * 2) / Math.max(2, ratios(lengths)[index] ?? 2);
  });
  const most = family.bound?.growth ?? MAX_GROWTH;
  const [before = {}, after = {}] = works.slice(-2);
  const isTooSteep = Math.max(...growth) > most;
  expect({ growth, functions: isTooSteep ? fastestGrowing(before, after, most) : [] }).toEqual({
    growth,
    functions: [],
  });
});
