import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ListName } from './text-cases';
import type { TextFault, WorkerOrder } from './worker';

/** The texts of a list that are checked: every `step`th from one number up to another. */
export interface Order {
  /** The folder of the project or, for real files, theirs. */
  readonly folder: string;
  readonly list: ListName;
  readonly from?: number;
  readonly to?: number;
  readonly step?: number;
  /** Everything is asked about one of so many texts. */
  readonly every: number;
  readonly hangsAt?: number;
}

export interface WatchOptions {
  readonly maxFaults?: number;
  /** In milliseconds. */
  readonly maxSilence?: number;
  readonly onProgress?: (index: number, count: number) => void;
  readonly onFault?: (fault: TextFault) => void;
}

/** How many texts were checked, and what is wrong. */
export interface Outcome {
  readonly count: number;
  readonly faults: readonly TextFault[];
}

/** A text takes some milliseconds on an idle machine. */
const MAX_SILENCE_MS = 60_000;
/** In place of the number of a text. */
const NOT_STARTED = -1;

/**
 * Checks texts in a thread, and watches it: if it gives no sign of life for a while, the thread is ended, and the text that
 * it was reading is a fault. `worker` is the bundle of `worker.ts`.
 */
export async function checkTexts(
  worker: string,
  { folder, list, from = 0, to = Number.MAX_SAFE_INTEGER, step = 1, every, hangsAt }: Order,
  {
    maxFaults = 10,
    maxSilence = MAX_SILENCE_MS,
    onProgress = () => {},
    onFault = () => {},
  }: WatchOptions = {},
): Promise<Outcome> {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const faults: TextFault[] = [];
  const run = async (one: Pick<WorkerOrder, 'from' | 'to' | 'every'>): Promise<string | undefined> => {
    const workerData: WorkerOrder = { folder, list, step, hangsAt, ...one, progress };
    const thread = new Worker(worker, { workerData, resourceLimits: { maxYoungGenerationSizeMb: 64 } });
    let why: string | undefined;
    thread.on('message', (fault: TextFault) => {
      faults.push(fault);
      onFault(fault);
      if (faults.length >= maxFaults) void thread.terminate();
    });
    thread.on('error', (error) => {
      why = String(error);
    });
    Atomics.store(progress, 0, NOT_STARTED);
    let last = -1;
    const watch = setInterval(() => {
      const [index, count] = [Atomics.load(progress, 0), Atomics.load(progress, 1)];
      if (index === NOT_STARTED) return;
      if (count === last) {
        why = `No answer in ${maxSilence / 1000} s.`;
        void thread.terminate();
      }
      last = count;
      onProgress(index, count);
    }, maxSilence);
    await once(thread, 'exit');
    clearInterval(watch);
    return why;
  };
  for (let next = from; faults.length < maxFaults; ) {
    const why = await run({ from: next, to, every });
    if (why === undefined) break;
    const index = Atomics.load(progress, 0);
    await run({ from: index, to: index + 1, every: 0 });
    const named = faults.pop();
    if (named?.index !== index) throw new Error(why);
    faults.push({ ...named, faults: [why] });
    next = index + step;
  }
  return { count: Atomics.load(progress, 1), faults };
}
