import { closeSync, rmSync } from 'node:fs';
import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { markNote, notePath, notesFolder, readNotes } from './notes';
import type { ProcessedText } from './processed-text';
import { EXIT_FUNCTION, type NamedText, SHARED, SHARED_BYTES, type ThreadData, WORK } from './shared';
import type { WorkObserver } from './work-monitor';

/** The number of files whose names the thread knows at a time. */
const MAX_NAMES = 256;

/** The watchdog of a server, and the texts on which earlier servers of this user ended. */
interface ServerWatch {
  readonly observer: WorkObserver | undefined;
  readonly ended: readonly ProcessedText[];
}

/**
 * Watches a language server.
 *
 * @param client the process of its client, if that has said which it is
 * @param forgetsNotes whether the texts on which earlier servers ended are processed again
 */
export function watchServer(thread: string, client: number | null, forgetsNotes: boolean): ServerWatch {
  const folder = notesFolder();
  return {
    ended: folder === undefined ? [] : readNotes(folder, forgetsNotes),
    observer: startWatchdog(thread, {
      note: folder && notePath(folder, process.pid),
      client: client ?? undefined,
      restart: undefined,
      unread: [],
      failure: 1,
    }),
  };
}

/**
 * Starts the thread that ends this process if it works without a sign of life, or if nobody needs it any more. What the
 * process is doing is a store in shared memory; only a text that the thread does not know is a message.
 *
 * @param thread the path of the script of the thread
 * @returns undefined under a debugger, where a process that stops is no reason to end it, and if there is no thread: then
 *   everything works, except that a process that hangs is not ended
 */
export function startWatchdog(
  thread: string,
  options: Omit<ThreadData, 'shared' | 'parent'>,
): WorkObserver | undefined {
  if (url() !== undefined) return undefined;
  const { note } = options;
  const shared = new SharedArrayBuffer(SHARED_BYTES);
  const state = new Int32Array(shared);
  const workerData: ThreadData = { ...options, shared, parent: process.ppid };
  const worker = startThread(thread, workerData);
  if (worker === undefined) return undefined;
  exitOnDemand();
  const numbers = new Map<string, number>();
  let last = 0;
  /** The number of a text; names it if the thread does not know it. */
  const numberOf = (text: ProcessedText): number => {
    const key = `${text.hash} ${text.uri}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (numbers.size === MAX_NAMES) numbers.clear();
    last = (last % (2 * MAX_NAMES)) + 1;
    numbers.set(key, last);
    const named: NamedText = { number: last, text };
    worker.postMessage(named);
    return last;
  };
  let isFailing = false;
  const removeNote = () => {
    if (note !== undefined && !isFailing) rmSync(note, { force: true });
  };
  process.on('uncaughtExceptionMonitor', () => {
    isFailing = true;
    if (note !== undefined) markNote(note);
  });
  process.on('exit', removeNote);
  return {
    working(text) {
      const work = text === undefined ? WORK.unnamed : numberOf(text);
      Atomics.add(state, SHARED.beats, 1);
      if (Atomics.exchange(state, SHARED.work, work) === WORK.none) Atomics.notify(state, SHARED.work);
    },
    beat() {
      Atomics.add(state, SHARED.beats, 1);
    },
    idle() {
      Atomics.add(state, SHARED.beats, 1);
      Atomics.store(state, SHARED.work, WORK.none);
    },
    shutDown: removeNote,
  };
}

function startThread(script: string, workerData: ThreadData): Worker | undefined {
  try {
    const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };
    const worker = new Worker(script, { workerData, resourceLimits });
    worker.unref();
    worker.on('error', () => undefined);
    return worker;
  } catch {
    // The system allows no more threads.
    return undefined;
  }
}

/** Defines the function with which the thread makes this process exit, see `thread.ts`. */
function exitOnDemand(): void {
  Object.defineProperty(globalThis, EXIT_FUNCTION, {
    value: (code: number) => {
      // Node would report there that it waits for its debugger.
      closeSync(2);
      (process as typeof process & { reallyExit(code: number): never }).reallyExit(code);
    },
  });
}
