import type { FileSystem } from '../filesystem';
import type { WorkMonitor } from '../watchdog/work-monitor';
import type { LineInput } from './line-input';
import type { Printable } from './printer';

/** The files of a command. Outside of its roots, if it has any, nothing exists. */
export interface CommandFiles extends FileSystem {
  /** Whether the file or folder with a full path may be read. */
  readonly isReadable: (path: string) => boolean;
  /** Who has to know which file is being analysed; started when it is first needed. */
  readonly monitor: () => WorkMonitor;
}

/** Where a command runs, and which files it may read. */
export interface WorkingFolder {
  /** The full path of the folder that the command runs in. */
  readonly folder: string;
  readonly files: CommandFiles;
}

/** The environment of a command: its input, output, folder and files. */
export interface Terminal extends WorkingFolder {
  readonly out: (output: Printable) => void;
  readonly err: (output: Printable) => void;
  /** The bytes of standard input; `too-large` if there are more, which are not read. */
  readonly read: (maxBytes: number) => Promise<Uint8Array | 'too-large'>;
  /** Starts to read the lines of standard input. */
  readonly lines: () => LineInput;
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether `out` is a terminal. */
  readonly isTerminal: boolean;
  /** Whether `err` is a terminal. */
  readonly isErrTerminal: boolean;
  /** Whether to colour the text. */
  readonly colour: boolean;
  /** Resolves when `out` can no longer be written, as its reader has ended. */
  readonly closed: Promise<void>;
}

/** The exit codes of the process. `interrupted` is that of a process that SIGINT ends. */
export const EXIT_CODES = { fine: 0, found: 1, usage: 2, interrupted: 130 } as const;

export interface Command {
  readonly name: string;
  /** Its arguments, without the name of the program. */
  readonly synopsis: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Its options and exit codes. */
  readonly details: string;
  /** Example calls without the name of the program, each with its effect. */
  readonly examples: readonly (readonly [call: string, effect: string])[];
  /** Returns the exit code. Throws `UsageError` for wrong arguments, and `Failure`. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Wrong arguments; the message is for the person who wrote them. */
export class UsageError extends Error {}
