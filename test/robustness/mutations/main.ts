import { parseArgs } from 'node:util';
import { MutationBench, type MutationResult } from './measure';
import { commonFailures, EFFECTS, figuresTable } from './report';
import { exampleSamples, realSamples } from './samples';
import { drawSample } from './sampling';

/** Mutates all examples and real files, and prints the figures and the worst kinds of mutation. */
export function main(root: string, realFiles: string, args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      file: { type: 'string', default: '' },
      kind: { type: 'string', default: '' },
      effect: { type: 'string', default: 'syntax' },
      /** The number of mutations per file; all by default. */
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      worst: { type: 'string', default: '15' },
      examples: { type: 'string', default: '1' },
    },
  });
  const outcomes: MutationResult[] = [];
  const samples = [...exampleSamples(root), ...realSamples(realFiles)];
  for (const sample of samples.filter(({ name }) => name.includes(values.file))) {
    const begin = Date.now();
    const bench = new MutationBench(sample);
    const all = bench.mutations().filter(({ kind }) => kind.includes(values.kind));
    const chosen = values.sample === undefined ? all : drawSample(all, Number(values.sample), values.seed);
    for (const mutation of chosen) outcomes.push(bench.run(mutation));
    console.error(`${sample.name}: ${chosen.length} mutations, ${Date.now() - begin} ms`);
  }
  for (const notation of ['yaml', 'json'] as const) {
    for (const effect of EFFECTS) {
      const some = outcomes.filter((one) => one.notation === notation && one.effect === effect);
      if (some.length > 0) console.log(`\n## ${notation}, ${effect}\n\n${figuresTable(some)}`);
    }
  }
  const shown = outcomes.filter(({ effect }) => effect === values.effect || values.effect === 'all');
  console.log(`\n${commonFailures(shown, Number(values.worst), Number(values.examples))}`);
}
