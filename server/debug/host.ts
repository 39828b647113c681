import type { ExportedText, LoadProblem } from '../exchange/exported-text';
import type { Address } from '../project/files/paths';
import type { Sandbox } from '../run/sandbox/sandbox';
import type { ScenarioFile } from '../run/scenario/scenario';
import type { TextOrMessage, Translations } from '../text/message';

/** The scenarios of a file, with its text. */
export interface ScenarioSourceText extends Pick<ScenarioFile, 'scenarios' | 'seed'> {
  readonly address: Address;
  readonly text: string;
}

/** Creates a sandbox. Without `recognizesData`, its conversation has no checkpoints. */
export type NewSandbox = (recognizesData?: boolean) => Sandbox;

/** The environment of a debug session: a process, or an extension host. */
export interface DebugHost {
  /** The automata of a main file, of one of its state files, or in a folder. */
  load(program: string): Promise<ExportedText | readonly LoadProblem[]>;
  /** The scenarios of a file, or why it cannot be read. */
  scenarios(path: string): Promise<ScenarioSourceText | { readonly problem: TextOrMessage }>;
  sandbox(seed: number): Promise<NewSandbox>;
  /** The current time, in milliseconds since 1970; `Date` returns that of the start. */
  now(): number;
  /** The text of an open editor, which may differ from the loaded one. */
  currentText?(address: Address): string | undefined;
  /** Undefined for English. */
  readonly translations?: Translations | undefined;
}
