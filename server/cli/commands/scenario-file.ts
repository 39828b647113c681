import { type PrintedRange, reasonToSkip } from '../../check';
import type { SourceRange } from '../../run/conversation/events';
import { readScenarios } from '../../run/scenario/read-scenarios';
import type { Scenario, ScenarioFile } from '../../run/scenario/scenario';
import { formatMessage } from '../../text/message';
import type { WorkingFolder } from '../command';
import { CommandError, plainReason } from '../failure';
import { limitsAt } from '../folder-settings';
import { addressFromPath, displayPath, fullPath } from '../paths';
import { rangeFinder } from '../range-finder';

export const SCENARIO_FILE = /\.scenario\.ya?ml$/i;

/** A scenario file that was read. */
export interface ScenarioSource extends ScenarioFile {
  /** Its path as displayed. */
  readonly shown: string;
  readonly text: string;
  /** The line of a place in it, from 1. */
  readonly lineOf: (place: SourceRange | undefined) => number;
  readonly rangeOf: (place: SourceRange | undefined) => PrintedRange;
}

/** Reads a scenario file. Throws `CommandError` if it cannot be read. */
export async function readScenarioFile(
  path: string,
  { folder, files }: WorkingFolder,
): Promise<ScenarioSource> {
  const address = addressFromPath(path, folder);
  const shown = displayPath(address, folder);
  const limits = limitsAt(fullPath(address), files);
  const state = await files.stat(address, address, limits.maxFileSize);
  if (state.kind !== 'text')
    throw new CommandError(`${shown}: ${plainReason(reasonToSkip(state, 'a YAML file'))}.`);
  const { text } = state;
  const rangeIn = rangeFinder(() => text);
  const rangeOf = (place: SourceRange | undefined) => rangeIn({ start: 0, end: 0, ...place, address });
  const lineOf = (place: SourceRange | undefined) => rangeOf(place).line + 1;
  return { ...readScenarios(text, address, limits), shown, text, lineOf, rangeOf };
}

/** The first recorded scenario of a file. Throws `CommandError`. */
export async function readRecorded(path: string, where: WorkingFolder): Promise<Scenario> {
  const { problems, scenarios, shown, lineOf } = await readScenarioFile(path, where);
  const [problem] = problems;
  if (problem) throw new CommandError(`${shown}:${lineOf(problem.place)}: ${formatMessage(problem.message)}`);
  const [scenario] = scenarios;
  if (scenario === undefined) throw new CommandError(`${shown}: there is no scenario in this file.`);
  return scenario;
}
