import { parseArgs } from 'node:util';
import { CASES } from './cases';
import { failureText, reduceCase, replayCase, runEdits } from './run';
import { SINGLE_FACTS } from './single-facts';
import { PROJECT_KINDS } from './starts';

/** Runs the given number of edits and prints the progress; returns the number of failed runs. */
export function main(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      edits: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      failures: { type: 'string', default: '10' },
    },
  });
  const { seed } = values;
  const wanted = Number(values.edits);
  let failures = 0;
  for (const [name, one] of Object.entries({ ...CASES, ...SINGLE_FACTS })) {
    const found = replayCase(one);
    if (found === undefined) continue;
    failures++;
    console.log(`Case "${name}": something else is said than from a fresh start.`, found);
  }
  const begin = Date.now();
  let edits = 0;
  let told = begin;
  let number = Number(values.from);
  const progress = () => {
    const seconds = (Date.now() - begin) / 1000;
    const rate = (edits / Math.max(seconds, 0.001)).toFixed(1);
    const { user, system } = process.cpuUsage();
    const own = ((edits * 1e6) / (user + system)).toFixed(0);
    const rates = `${rate} edits/s, ${own} in a second of the processor`;
    const here = `go on with --seed ${seed} --from ${number}`;
    console.log(`${new Date().toISOString()} ${edits} edits, ${failures} failed runs, ${rates}; ${here}`);
  };
  for (; edits < wanted && failures < Number(values.failures); number++) {
    const name = `${seed}:${number}`;
    const kind = PROJECT_KINDS[number % PROJECT_KINDS.length] ?? 'folder';
    const { edits: done, failure } = runEdits(name, kind);
    edits += done;
    if (failure) {
      failures++;
      console.log(failureText(name, reduceCase(failure)));
    }
    if (Date.now() - told < 30_000) continue;
    told = Date.now();
    progress();
  }
  progress();
  return failures;
}
