import { join } from 'node:path';
import { parseArgs } from 'node:util';
import variant from '@jitl/quickjs-singlefile-cjs-release-sync';
import { QuickJs } from '../../../server/run/sandbox/quickjs';
import { compareWithRuns } from './compare';
import { automataIn, fixturesIn, type RunSubject, randomSubject } from './subjects';
import { Total } from './total';

/** Explores what the arguments select, and prints where rules and runs do not agree; gives how often. */
export async function main(root: string, realFiles: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      random: { type: 'string', default: '1000' },
      from: { type: 'string', default: '0' },
      'max-steps': { type: 'string', default: '400' },
      only: { type: 'string', default: '' },
    },
  });
  const engine = await QuickJs.load(variant);
  const newSandbox = () => engine.sandbox({ seed: 1, now: () => performance.now(), recognizesData: true });
  const first = Number(values.from);
  const groups: Readonly<Record<string, () => Iterable<RunSubject>>> = {
    examples: () => automataIn(join(root, 'examples'), 'examples'),
    real: () => automataIn(realFiles, 'real'),
    fixtures: () => fixturesIn(join(root, 'test/fixtures')),
    *random() {
      for (let seed = first; seed < first + Number(values.random); seed++) yield randomSubject(seed);
    },
  };
  let contradictions = 0;
  for (const [name, subjects] of Object.entries(groups)) {
    if (!name.includes(values.only)) continue;
    const total = new Total();
    const limits = { maxSteps: Number(values['max-steps']), maxMilliseconds: 20_000 };
    for (const subject of subjects())
      total.add(subject.name, compareWithRuns(subject.files, subject.main, newSandbox, limits));
    console.log(`\n## ${name}\n\n${total}`);
    for (const line of total.lines) console.log(`- ${line}`);
    contradictions += total.contradictions.length;
  }
  return contradictions;
}
