import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/lib/bundled.mjs';
import { draws, IS_EXHAUSTIVE, stepOf } from '../support/depth';
import { describeRealFiles } from '../support/real-files';
import { checkTexts, type Order } from './texts/watch';

/**
 * Any small text, and any edit that people make, is checked, completed and formatted, and has the same answers as after
 * a fresh start. A thread does so, and the test notices if it stops. A sample by default; all of them with
 * `ATOMIC_STATE_RUNS=1`, which takes hours, or `npm run texts`.
 */
const ROOT = join(import.meta.dirname, '../..');
const SEED = Number(process.env.ATOMIC_STATE_SEED ?? 20261121);

let worker: string;
beforeAll(async () => {
  worker = await bundle('test/robustness/texts/worker.ts', 'text-worker');
});

async function check(order: Order): Promise<number> {
  const { count, faults } = await checkTexts(worker, order);
  expect(faults).toEqual([]);
  return count;
}

const LONG = { timeout: 36_000_000 };

/** Every `step`th text of a list. */
function sampled(list: Order['list'], step: number, every: number, folder = ROOT): Order {
  return { folder, list, from: SEED % step, step, every };
}

describe('small texts', () => {
  it('of up to two tokens in each frame', LONG, async () => {
    expect(await check(sampled('short texts', stepOf(53, 27), 40))).toBeGreaterThan(500);
  });

  it.runIf(IS_EXHAUSTIVE)('of three tokens at the root and in a state', LONG, async () => {
    expect(await check(sampled('longer texts', 1, 40))).toBeGreaterThan(400_000);
  });

  it('of more tokens at random', LONG, async () => {
    const count = draws(150, 300);
    expect(await check({ folder: ROOT, list: 'random texts', from: SEED, to: SEED + count, every: 20 })).toBe(
      count,
    );
  });
});

describe('edits that people make', () => {
  it('in the examples', LONG, async () => {
    expect(await check(sampled('edits of examples', stepOf(151, 61), 1))).toBeGreaterThan(40);
  });
});

describeRealFiles((folder) => {
  it('edits that people make', LONG, async () => {
    expect(await check(sampled('edits of real files', stepOf(301, 201), 1, folder))).toBeGreaterThan(40);
  });
});

it('a text that never ends is named, and the next ones are checked', async () => {
  const order: Order = { folder: ROOT, list: 'short texts', from: 3, to: 6, every: 1, hangsAt: 4 };
  const { count, faults } = await checkTexts(worker, order, { maxSilence: 4000 });
  expect(count).toBe(3);
  expect(faults.map(({ index, name, faults }) => [index, name, faults])).toEqual([
    [4, 'root: "states:"', ['No answer in 4 s.']],
  ]);
});
