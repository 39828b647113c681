import type { LineInput } from './line-input';
import type { Printable } from './printer';

/** The environment of a command: its input, output and folder. */
export interface Terminal {
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
  /** The full path of the folder that the command runs in. */
  readonly folder: string;
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
