import type { ExportedText, LoadProblem } from '../exchange/exported-text';
import type { Sandbox } from '../run/sandbox';
import type { Scenario } from '../run/scenario';

/** What a debug session gets from where it runs: a process, or an extension host. */
export interface DebugHost {
  /** The automata of a main file, of one of its state files, or in a folder. */
  load(program: string): Promise<ExportedText | readonly LoadProblem[]>;
  /** The scenarios of a file; a text says why it cannot be read. */
  scenarios(path: string): Promise<readonly Scenario[] | string>;
  /** A new sandbox. */
  sandbox(seed: number): Promise<() => Sandbox>;
  /** The time that `Date` shows, in milliseconds since 1970. */
  now(): number;
}
