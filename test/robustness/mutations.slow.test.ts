import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draws } from '../support/depth';
import { describeSamples } from '../support/real-files';
import { MutationBench, type MutationResult } from './mutations/measure';
import { commonFailures, figuresOf } from './mutations/report';
import { exampleSamples, realSamples } from './mutations/samples';
import { drawSample } from './mutations/sampling';

const ROOT = join(import.meta.dirname, '../..');
/** Mutations of each sample, if there are as many samples as in the examples. */
const MUTATIONS = draws(8, 16);
const USUAL_SAMPLES = 10;
const SEED = process.env.ATOMIC_STATE_SEED ?? '20261121';

const inRepository = () => exampleSamples(ROOT);
const real = (folder: string) => realSamples(folder).filter(({ name }) => name.startsWith('quiz'));

/**
 * One wrong sign or indentation in a valid text causes few findings, only in its state, and the rest is analysed.
 * The shares are some per cent below those of all mutations (docs/dev/mutations.md), as a sample is small.
 */
describeSamples(inRepository, real, (samples) => {
  describe('one mistake, one finding', () => {
    const outcomes: MutationResult[] = samples.flatMap((sample) => {
      const bench = new MutationBench(sample);
      return drawSample(bench.mutations(), Math.ceil((MUTATIONS * USUAL_SAMPLES) / samples.length), SEED).map(
        (mutation) => bench.run(mutation),
      );
    });

    for (const notation of ['yaml', 'json'] as const) {
      const broken = outcomes.filter((one) => one.notation === notation && one.effect === 'syntax');
      it(`in ${notation}: at most two findings, in the mutated state, and the rest is analysed`, () => {
        expect(broken.length).toBeGreaterThan(15);
        const { few, inside, kept, silent } = figuresOf(broken);
        const examples = commonFailures(broken, 10);
        expect(few, examples).toBeGreaterThanOrEqual(0.85);
        expect(inside, examples).toBeGreaterThanOrEqual(0.93);
        expect(kept, examples).toBeGreaterThanOrEqual(0.96);
        // Syntax errors are reported.
        expect(silent, examples).toBeLessThanOrEqual(0.04);
      });
    }
  });
});
