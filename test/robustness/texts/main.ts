import { parseArgs } from 'node:util';
import type { ListName } from './text-cases';
import { checkTexts } from './watch';

const LISTS: readonly ListName[] = [
  'short texts',
  'longer texts',
  'random texts',
  'edits of examples',
  'edits of real files',
];

/** Checks the texts of a list, or all lists, and prints the progress and what is wrong; returns the number of wrong texts. */
export async function main(
  worker: string,
  root: string,
  realFiles: string,
  args: readonly string[],
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      list: { type: 'string' },
      from: { type: 'string', default: '0' },
      to: { type: 'string', default: '1000000' },
      step: { type: 'string', default: '1' },
      /** Everything is asked about one of so many texts, and about each edit. */
      every: { type: 'string', default: '40' },
      faults: { type: 'string', default: '100' },
    },
  });
  let wrong = 0;
  for (const list of LISTS.filter((one) => values.list === undefined || values.list === one)) {
    const order = {
      folder: list === 'edits of real files' ? realFiles : root,
      list,
      from: Number(values.from),
      to: Number(values.to),
      step: Number(values.step),
      every: list.startsWith('edits') ? 1 : Number(values.every),
    };
    const { count, faults } = await checkTexts(worker, order, {
      maxFaults: Number(values.faults),
      onProgress: (index, done) =>
        console.log(`${new Date().toISOString()} ${list}: ${done} texts; go on with --from ${index}`),
      onFault: ({ index, name, faults: found }) =>
        console.log(`${list} ${index}: ${name}\n${found.join('\n')}`),
    });
    console.log(`${list}: ${count} texts, ${faults.length} wrong ones`);
    wrong += faults.length;
  }
  return wrong;
}
