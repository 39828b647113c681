import type { ProcessedText } from './processed-text';

/** The integers that a process shares with the thread that watches it, by their index. */
export const SHARED = {
  /** Counts signs of life. */
  beats: 0,
  /** What is being processed: the number of a text, or one of `WORK`. */
  work: 1,
  /** Never changes: the thread sleeps on it. */
  sleep: 2,
} as const;

export const SHARED_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT;

export const WORK = { none: 0, unnamed: -1 } as const;

/** The name of a text whose number is stored in `SHARED.work` afterwards. */
export interface NamedText {
  readonly number: number;
  readonly text: ProcessedText;
}

export interface ThreadData {
  readonly shared: SharedArrayBuffer;
  /** The file for the note; undefined if none is written. */
  readonly note: string | undefined;
  /** The process that has started this one, and the client if it has said which it is. */
  readonly parent: number;
  readonly client: number | undefined;
  /** The arguments with which a process that hangs is started again; undefined if its client does that. */
  readonly restart: readonly string[] | undefined;
  /** The texts that a process that is started again does not read. */
  readonly unread: readonly ProcessedText[];
  /** The exit code of a process that hangs and is not started again. */
  readonly failure: number;
}

/** The variable of the environment with the texts that a restarted process does not read. */
export const UNREAD_VARIABLE = 'ATOMIC_STATE_UNREAD';

/** The function with which the main thread exits when the watching thread stops it. */
export const EXIT_FUNCTION = 'atomicStateExit';
