import { dirname } from 'node:path';
import type { SourceRange } from '../../run/conversation/events';
import { type Program, programOf } from '../../run/conversation/program';
import type { QuickJs } from '../../run/sandbox/quickjs';
import { Coverage } from '../../run/scenario/coverage';
import type { Mismatch } from '../../run/scenario/expect';
import { promiseTitle, type ScenarioPromise } from '../../run/scenario/promise';
import { runScenario } from '../../run/scenario/run-scenario';
import { hashOf } from '../../text/hash';
import { formatMessage } from '../../text/message';
import type { Terminal } from '../command';
import { CommandError, RefusedError } from '../failure';
import type { CoveredLine } from '../formats/coverage';
import {
  hasFailed,
  isFailedPromise,
  type PromiseResult,
  type ScenarioFailure,
  type ScenarioResult,
  type TestResults,
} from '../formats/tests';
import { type PlaceText, type Transcript, transcriptOf } from '../formats/transcript';
import { addressFromPath, displayPath } from '../paths';
import { plain } from '../printer';
import type { ExploreLimits } from './explore-limits';
import { type ExportedFiles, exportedFiles } from './exported';
import { type EmptyExpectation, fillExpectations } from './fill-expectations';
import { readScenarioFile, type ScenarioSource } from './scenario-file';
import { automataOf, decideFile } from './scenario-promises';

export interface SuiteOptions {
  /** Only runs scenarios whose name contains this. */
  readonly filter: string | undefined;
  /** Whether to fill empty expectations with the actual outputs. */
  readonly isUpdating: boolean;
  /** Whether to run scenarios again whose dependencies have not changed. */
  readonly repeatsAll: boolean;
  /** Whether to stop after the first scenario or promise that fails. */
  readonly bails: boolean;
  /** Limits of the explorations that decide promises. */
  readonly limits: ExploreLimits;
  /** Whether promises that are not decided do not fail. */
  readonly allowsUndecided: boolean;
}

/** The results of scenarios. */
export interface SuiteReport {
  readonly results: TestResults;
  /** The number of scenarios and promises run this time; the results of the others are cached. */
  readonly runCount: number;
  /** Whether it was stopped after a scenario that failed. */
  readonly isStopped: boolean;
  /** A scenario file or automata could not be read. */
  readonly isUnreadable: boolean;
  /** Expectations of a file could not be updated. */
  readonly isRefused: boolean;
  readonly automata: readonly LoadedAutomata[];
  /** Full paths of the folders of the files that the scenarios depend on. */
  readonly folders: readonly string[];
}

/** An automata with its coverage. */
export interface LoadedAutomata {
  readonly files: ExportedFiles;
  readonly program: Program;
  readonly coverage: Coverage;
}

interface KnownResults {
  /** Version of the texts that the results depend on. */
  readonly version: string;
  readonly scenarios: readonly ScenarioResult[];
  readonly promises: readonly PromiseResult[];
}

/** Runs scenario files repeatedly. */
export class ScenarioSuite {
  private known = new Map<string, KnownResults>();

  constructor(
    private readonly sandboxes: QuickJs,
    private readonly terminal: Terminal,
    private readonly options: SuiteOptions,
  ) {}

  /** @param paths full paths of scenario files */
  async run(paths: readonly string[]): Promise<SuiteReport> {
    const run = new SuiteRun(this.sandboxes, this.terminal, this.options, this.known);
    for (const path of paths) if (!run.isStopped) await run.runFile(path);
    this.known = run.found;
    const automata = (await Promise.all(run.automata.values())).flatMap((one) => one ?? []);
    const folders = [...paths, ...automata.flatMap(({ files }) => files.sources)].map((path) =>
      dirname(path),
    );
    return {
      results: {
        scenarios: [...run.found.values()].flatMap(({ scenarios }) => scenarios),
        promises: [...run.found.values()].flatMap(({ promises }) => promises),
        allowsUndecided: this.options.allowsUndecided,
      },
      runCount: run.runCount,
      isStopped: run.isStopped,
      isUnreadable: run.isUnreadable,
      isRefused: run.isRefused,
      automata,
      folders: [...new Set(folders)],
    };
  }
}

class SuiteRun {
  /** By the full path of the scenario file. */
  readonly found = new Map<string, KnownResults>();
  readonly automata = new Map<string, Promise<LoadedAutomata | undefined>>();
  runCount = 0;
  isStopped = false;
  isUnreadable = false;
  isRefused = false;

  constructor(
    private readonly sandboxes: QuickJs,
    private readonly terminal: Terminal,
    private readonly options: SuiteOptions,
    private readonly known: ReadonlyMap<string, KnownResults>,
  ) {}

  async runFile(path: string): Promise<void> {
    const file = await this.read(path);
    if (file === undefined) return;
    const { shown, problems, lineOf } = file;
    for (const { message, place } of problems)
      this.fail(`${shown}:${lineOf(place)}: error: ${formatMessage(message)}`);
    if (problems.length > 0) return;
    const main = this.attempt(() => automataOf(path, file, this.terminal));
    if (main === undefined) return;
    const loaded = await this.load(main);
    if (loaded === undefined) {
      this.isUnreadable = true;
      return;
    }
    const version = hashOf(`${main}\n${loaded.files.version}\n${file.text}`);
    const known = this.known.get(path);
    const isCurrent = known?.version === version && !this.options.repeatsAll;
    const { bails } = this.options;
    const scenarios = isCurrent ? known.scenarios : await this.runScenarios(path, file, loaded);
    if (bails && scenarios.some(hasFailed)) this.isStopped = true;
    const promises = isCurrent ? known.promises : this.isStopped ? [] : this.decidePromises(file, loaded);
    if (bails && promises.some((one) => isFailedPromise(one, this.options.allowsUndecided)))
      this.isStopped = true;
    // The results of a file that was stopped may be a part of them, and errors are reported each time.
    const isPartial = this.isStopped || promises.length < this.chosenPromises(file).length;
    this.found.set(path, { version: isPartial ? '' : version, scenarios, promises });
  }

  private chosenPromises({ promises }: ScenarioSource): readonly ScenarioPromise[] {
    const { filter } = this.options;
    return promises.filter((one) => filter === undefined || promiseTitle(one).includes(filter));
  }

  private decidePromises(file: ScenarioSource, { program }: LoadedAutomata): readonly PromiseResult[] {
    const chosen = this.chosenPromises(file);
    this.runCount += chosen.length;
    const { sandboxes, options } = this;
    const decided = decideFile(file, chosen, program, sandboxes, options.limits, (message) =>
      this.fail(message),
    );
    return decided.map(({ shown }) => shown);
  }

  private async runScenarios(
    path: string,
    file: ScenarioSource,
    { files, program, coverage }: LoadedAutomata,
  ): Promise<ScenarioResult[]> {
    const { filter, isUpdating } = this.options;
    const { scenarios, seed, shown, lineOf } = file;
    const empty: EmptyExpectation[] = [];
    const chosen = scenarios.filter(({ name }) => filter === undefined || name.includes(filter));
    const results: ScenarioResult[] = [];
    const placeText = (place: SourceRange) => files.placeIn(this.terminal.folder, place);
    for (const scenario of chosen) {
      const start = performance.now();
      const sandbox = this.sandboxes.sandbox({ seed, now: () => performance.now() });
      let transcript: Transcript | undefined;
      const found = runScenario(scenario, program, sandbox, {
        onReach: coverage.onReach,
        onExpect: (expected, turn) => {
          if (!expected.isMap || expected.entries().length > 0) return;
          const step = scenario.steps.findIndex((one) => one.kind === 'expect' && one.expected === expected);
          empty.push({ scenario: scenarios.indexOf(scenario), step, expected, turn });
        },
        onUnmet: (stops) => {
          transcript = transcriptOf(stops, placeText);
        },
      });
      sandbox.dispose();
      this.runCount++;
      const failures = found.map((one) => this.failureOf(one, lineOf, placeText));
      const seconds = (performance.now() - start) / 1000;
      results.push({ file: shown, name: scenario.name, failures, seconds, transcript });
      if (this.options.bails && failures.length > 0) break;
    }
    if (isUpdating && empty.length > 0) await this.fill({ ...file, path }, empty);
    return results;
  }

  private async fill(
    file: ScenarioSource & { readonly path: string },
    empty: readonly EmptyExpectation[],
  ): Promise<void> {
    try {
      await fillExpectations(file, empty, this.terminal.folder);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.terminal.err(plain`${error.message}\n`);
      this.isRefused = true;
      return;
    }
    const count = `${empty.length} expectation${empty.length === 1 ? '' : 's'}`;
    this.terminal.err(plain`${file.shown}: ${count} filled in.\n`);
  }

  /** The result of something that may not be possible, which is reported. */
  private attempt<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.fail(error.message);
      return undefined;
    }
  }

  private async read(path: string): Promise<ScenarioSource | undefined> {
    try {
      return await readScenarioFile(path, this.terminal);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.fail(error.message);
      return undefined;
    }
  }

  private failureOf(
    { message, expected, actual, place, at }: Mismatch,
    lineOf: ScenarioSource['lineOf'],
    placeText: PlaceText,
  ): ScenarioFailure {
    return {
      line: lineOf(place),
      message: formatMessage(message),
      expected,
      actual,
      ...(at ? { at: placeText(at) } : {}),
    };
  }

  private load(main: string): Promise<LoadedAutomata | undefined> {
    const known = this.automata.get(main);
    if (known) return known;
    const { folder } = this.terminal;
    const shown = displayPath(addressFromPath(main, folder), folder);
    const loading = exportedFiles(shown, this.terminal).then((files) =>
      typeof files === 'number' ? undefined : { files, program: programOf(files), coverage: new Coverage() },
    );
    this.automata.set(main, loading);
    return loading;
  }

  private fail(message: string): void {
    this.isUnreadable = true;
    this.terminal.err(plain`${message}\n`);
  }
}

/** The coverage of the scenarios in automata, with its lines. */
export function coverageOf(automata: readonly LoadedAutomata[], folder: string): CoveredLine[] {
  return automata.flatMap(({ files, program, coverage }) =>
    coverage.items(program).map((item) => ({ ...item, ...files.placeIn(folder, item.place) })),
  );
}
