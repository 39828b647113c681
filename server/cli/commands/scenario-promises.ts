import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DecidedPromise, decidePromises } from '../../compare/promises/decide';
import { IGNORED_FOLDERS } from '../../filesystem';
import type { Program } from '../../run/conversation/program';
import type { QuickJs } from '../../run/sandbox/quickjs';
import { pathEvents } from '../../run/scenario/path-scenario';
import { promiseTitle, type ScenarioPromise } from '../../run/scenario/promise';
import { formatMessage } from '../../text/message';
import { automataAbove } from '../automata-above';
import type { WorkingFolder } from '../command';
import { CommandError } from '../failure';
import type { PromiseResult } from '../formats/tests';
import { type ExploreLimits, explorationIn } from './explore-limits';
import { readScenarioFile, SCENARIO_FILE, type ScenarioSource } from './scenario-file';

/** A promise that was decided, as data. */
export interface FilePromise {
  readonly decided: DecidedPromise;
  readonly shown: PromiseResult;
}

/** Decides promises of a scenario file. Errors of a promise are reported instead of it. */
export function decideFile(
  { shown: file, seed, lineOf }: ScenarioSource,
  promises: readonly ScenarioPromise[],
  program: Program,
  sandboxes: QuickJs,
  limits: ExploreLimits,
  onError: (message: string) => void,
): readonly FilePromise[] {
  const exploration = explorationIn(sandboxes, seed, limits);
  const { now } = exploration;
  const start = now();
  const decided = decidePromises(program, promises, exploration);
  const seconds = (now() - start) / 1000 / promises.length;
  return decided.flatMap((one): FilePromise[] => {
    const { promise, result, path, why, faults } = one;
    const [fault] = faults;
    if (fault) {
      onError(`${file}:${lineOf(fault.place ?? promise.place)}: error: ${formatMessage(fault.message)}`);
      return [];
    }
    const shown: PromiseResult = {
      file,
      line: lineOf(promise.place),
      kind: promise.kind,
      title: promiseTitle(promise),
      result,
      events: path && pathEvents(path),
      why: why.map((reason) => formatMessage(reason)),
      seconds,
    };
    return [{ decided: one, shown }];
  });
}

/** The scenario files with promises for an automata, in the folder of its main file or below. */
export async function promiseFiles(
  main: string,
  where: WorkingFolder,
  onError: (message: string) => void,
): Promise<readonly ScenarioSource[]> {
  const found: ScenarioSource[] = [];
  for (const path of scenarioPaths(dirname(main))) {
    try {
      const file = await readScenarioFile(path, where);
      // Its scenarios are not run, so their problems do not matter.
      if (!file.hasPromises) continue;
      if (automataOf(path, file, where) !== main) continue;
      for (const { message, place } of file.problems)
        onError(`${file.shown}:${file.lineOf(place)}: error: ${formatMessage(message)}`);
      if (file.problems.length === 0) found.push(file);
    } catch (error) {
      // It belongs to another automata, or to none.
      if (!(error instanceof CommandError)) throw error;
    }
  }
  return found;
}

/** Full paths of the scenario files in a folder and below, in order. */
export function scenarioPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(folder, entry.name);
      if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : scenarioPaths(inner);
      return SCENARIO_FILE.test(entry.name) ? [inner] : [];
    });
}

/** The full path of the main file of a scenario file. Throws `CommandError` if there is none, or if there are several. */
export function automataOf(path: string, { automata, shown }: ScenarioSource, where: WorkingFolder): string {
  const mains = automata === undefined ? automataAbove(path, where) : [join(path, '..', automata)];
  const [main] = mains;
  if (main !== undefined && mains.length === 1) return main;
  const names = mains.map((one) => `\`${basename(one)}\``).join(', ');
  const reason =
    main === undefined
      ? 'there is no automata in its folder or a parent folder'
      : `there are several automata in \`${dirname(main)}\`: ${names}`;
  throw new CommandError(`${shown}: ${reason}. Name one with \`automata\`.`);
}
