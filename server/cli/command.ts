/** What a command has of the outside: where it writes, and where it is. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person sees what is written to `out`, ... */
  readonly isTerminal: boolean;
  /** ... and to `err`. */
  readonly isErrTerminal: boolean;
  /** Whether the text is to be coloured. */
  readonly colour: boolean;
  /** The folder that the command is run in, as a path of the system. */
  readonly folder: string;
}

/** What a process ends with. */
export const EXIT = { fine: 0, found: 1, usage: 2 } as const;

export interface Command {
  readonly name: string;
  /** How it is called, without the name of the program. */
  readonly synopsis: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What is to be known of its options. */
  readonly details: string;
  /** Gives the exit code. Throws `UsageError` for arguments that it does not take. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Wrong arguments; the message is for the person who wrote them. */
export class UsageError extends Error {}
