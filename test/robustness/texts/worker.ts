import { parentPort, workerData } from 'node:worker_threads';
import { TextBench } from './text-bench';
import { type ListName, textCases } from './text-cases';

/** The texts that a worker checks, one after another. */
export interface WorkerOrder {
  readonly folder: string;
  readonly list: ListName;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Everything is asked about one of so many texts; with 0, they are only named. */
  readonly every: number;
  /** The text at which the worker stops for ever, to test whether that is noticed. */
  readonly hangsAt: number | undefined;
  /** The number of the current text, and how many were checked. */
  readonly progress: Int32Array;
}

/** A text about which answers are wrong. */
export interface TextFault {
  readonly index: number;
  readonly name: string;
  readonly text: string;
  readonly faults: readonly string[];
}

async function main({ folder, list, from, to, step, every, hangsAt, progress }: WorkerOrder): Promise<void> {
  const cases = textCases(list, folder);
  const benches = new WeakMap<object, TextBench>();
  const end = Math.min(to, cases.length);
  for (let index = from; index < end; index += step) {
    Atomics.store(progress, 0, index);
    const { name, files, path, text, offset } = cases.at(index);
    const report = (faults: readonly string[]) =>
      parentPort?.postMessage({ index, name, text, faults } satisfies TextFault);
    if (every === 0) report([]);
    else {
      while (index === hangsAt);
      const bench = benches.get(files) ?? new TextBench(files, path);
      benches.set(files, bench);
      const faults = await bench.check(text, offset, Math.floor(index / step) % every === 0);
      if (faults.length > 0) report(faults);
    }
    Atomics.add(progress, 1, 1);
  }
}

void main(workerData);
