import type { LineInput } from './line-input';

/** The surroundings of a command: where it writes, and where it runs. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The bytes of standard input. */
  readonly read: () => Promise<Uint8Array>;
  /** Begins to read the lines of standard input. */
  readonly lines: () => LineInput;
  /** The variables of the environment. */
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

/** The exit codes of the process. */
export const EXIT_CODES = { fine: 0, found: 1, usage: 2 } as const;

export interface Command {
  readonly name: string;
  /** How to call it, without the name of the program. */
  readonly synopsis: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Its options and exit codes. */
  readonly details: string;
  /** Calls without the name of the program, each with what it does. */
  readonly examples: readonly (readonly [call: string, effect: string])[];
  /** Returns the exit code. Throws `UsageError` for wrong arguments, and `Failure`. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Wrong arguments; the message is for the person who wrote them. */
export class UsageError extends Error {}
