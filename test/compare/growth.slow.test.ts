import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

/** Comparing grows as the automata does, whatever they have in common: it counts what is executed, in a process of its own. */

const SIZES = [75, 150, 300, 600];

/** The maximum ratio of work for versions of twice the size. */
const MAX_GROWTH = 2.3;

async function measure(): Promise<readonly (readonly [string, readonly number[], readonly number[]])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  const outfile = join(folder, 'growth.mjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'measure-growth.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const args = [outfile, ...SIZES.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  rmSync(folder, { recursive: true });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const MEASURED = await measure();

/** The changes of a state, a variable or a button in each case. */
const CHANGES: Readonly<Record<string, (size: number) => number>> = {
  'renamed states': (size) => size,
  'replaced states': (size) => 2 * size + 1,
  // The first ones are recognized by the transitions to them.
  'states with the same contents': (size) => 2 * size - 14,
  'renamed variables': (size) => size,
  'changed buttons': (size) => size,
  'moved buttons': (size) => size - 1,
};

for (const [name, work, changes] of MEASURED)
  it(`${name} are compared in linear time`, () => {
    expect(changes).toEqual(SIZES.map((size) => CHANGES[name]?.(size)));
    const ratios = work.slice(1).map((value, index) => value / (work[index] ?? value));
    expect(ratios.filter((ratio) => ratio > MAX_GROWTH)).toEqual([]);
  });
