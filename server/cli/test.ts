import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Coverage } from '../run/coverage';
import { placeOf } from '../run/evaluator';
import type { Place } from '../run/events';
import type { Mismatch } from '../run/expect';
import { type Program, programOf } from '../run/program';
import type { QuickJs } from '../run/quickjs';
import { readScenarios } from '../run/read-scenarios';
import { runScenario } from '../run/run-scenario';
import { loadSandboxes } from '../sandbox-loader';
import { lineStarts } from '../text/lines';
import { LEFT_OUT } from '../world';
import { nodeWorld } from '../world-node';
import { DEFAULT_LIMITS } from '../yaml/problem';
import { oneOf, readArguments } from './arguments';
import { type Command, EXIT, type Terminal, UsageError } from './command';
import { COVERAGE_FORMATS, type CoveredLine, formatCoverage } from './coverage-formats';
import { type ExportedFiles, exportedFiles } from './exported';
import { Failure, plainReason } from './failure';
import { type EmptyExpectation, fillExpectations } from './fill-expectations';
import { addressOf, fullPath, shownPath } from './paths';
import { formatResults, type ScenarioFailure, type ScenarioResult, TEST_FORMATS } from './test-formats';

export const SCENARIO_FILE = /\.scenario\.ya?ml$/i;

export const testCommand: Command = {
  name: 'test',
  synopsis: 'test [paths] [options]',
  summary: 'Runs scenarios: conversations with what is expected of them.',
  details: `  --filter <text>        run only scenarios whose name contains this text
  --format <format>      text (default), json, junit, tap or github
  --update               write what came into expectations that are \`{}\`
  --coverage             show which states, transitions, cases, tasks, outputs and expressions were reached
  --coverage-format text|lcov  a table (default), or lcov for other tools

  The table follows the results; it goes to standard error if these are for programs. With lcov, the coverage goes to
  standard output and the results to standard error.

  Paths are scenario files (\`*.scenario.yaml\`) or folders of them; without paths, the current folder. A scenario file
  names its automata with \`automata: main.yaml\`, or is in its folder or below.

  Exit codes: 0 all scenarios passed; 1 a scenario failed; 2 wrong usage, a file could not be read, or there is no
  scenario.`,
  examples: [
    ['test', 'runs all scenarios of the current folder'],
    ['test --coverage --coverage-format lcov > lcov.info', 'writes what was reached, for other tools'],
    ['test bot --filter quiz --format junit', 'writes results for a build server'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('test', args, {
      filter: { type: 'string' },
      format: { type: 'string' },
      update: { type: 'boolean' },
      coverage: { type: 'boolean' },
      'coverage-format': { type: 'string' },
    });
    const format = oneOf('format', values.format, TEST_FORMATS) ?? 'text';
    const written = values['coverage-format'];
    const coverageFormat = oneOf('coverage-format', written, COVERAGE_FORMATS) ?? 'text';
    if (written !== undefined && values.coverage !== true)
      throw new UsageError('`--coverage-format` needs `--coverage`.');
    const paths = (positionals.length > 0 ? positionals : ['.']).flatMap((path) =>
      filesIn(path, terminal.folder),
    );
    const runner = new ScenarioRunner(await loadSandboxes(), terminal, values.filter, values.update === true);
    for (const path of [...new Set(paths)]) await runner.runFile(path);
    const { results, isUnreadable } = runner;
    const isLcov = values.coverage === true && coverageFormat === 'lcov';
    const showResults = isLcov ? terminal.err : terminal.out;
    showResults(formatResults(format, results, terminal.colour && !isLcov));
    if (values.coverage === true) {
      const showCoverage = isLcov || format === 'text' ? terminal.out : terminal.err;
      showCoverage(formatCoverage(coverageFormat, await runner.coverage()));
    }
    if (results.length === 0 && !isUnreadable) terminal.err('There are no scenarios to run.\n');
    if (isUnreadable || results.length === 0) return EXIT.usage;
    return results.some(({ failures }) => failures.length > 0) ? EXIT.found : EXIT.fine;
  },
};

/** Full paths of the scenario files of a path, in their order. */
function filesIn(path: string, folder: string): string[] {
  const full = fullPath(addressOf(path, folder));
  const state = statSync(full, { throwIfNoEntry: false });
  if (state === undefined) throw new Failure(`${path}: there is no such file or folder.`);
  if (!state.isDirectory()) return [full];
  return readdirSync(full, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(full, entry.name);
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesIn(inner, folder);
      return SCENARIO_FILE.test(entry.name) ? [inner] : [];
    });
}

interface Loaded {
  readonly files: ExportedFiles;
  readonly program: Program;
  readonly coverage: Coverage;
}

class ScenarioRunner {
  readonly results: ScenarioResult[] = [];
  /** A scenario file or automata could not be read. */
  isUnreadable = false;
  private readonly automata = new Map<string, Promise<Loaded | undefined>>();

  constructor(
    private readonly sandboxes: QuickJs,
    private readonly terminal: Terminal,
    private readonly filter: string | undefined,
    private readonly isUpdating: boolean,
  ) {}

  async runFile(path: string): Promise<void> {
    const address = addressOf(path, this.terminal.folder);
    const shown = shownPath(address, this.terminal.folder);
    const state = await nodeWorld.look(address, address, DEFAULT_LIMITS.maxFileSize);
    if (state.kind !== 'text') {
      const reason = state.kind === 'unreadable' ? plainReason(state.reason) : 'it is not a YAML file';
      this.fail(`${shown}: ${reason}.`);
      return;
    }
    const starts = lineStarts(state.text);
    const lineOf = (place: Place | undefined) =>
      starts.findLastIndex((start) => start <= (place?.start ?? 0)) + 1;
    const file = readScenarios(state.text, address);
    for (const { message, place } of file.problems) this.fail(`${shown}:${lineOf(place)}: error: ${message}`);
    if (file.problems.length > 0) return;
    const main = file.automata === undefined ? mainAbove(path) : join(path, '..', file.automata);
    const loaded = main === undefined ? undefined : await this.load(main);
    if (loaded === undefined) {
      if (main === undefined)
        this.fail(`${shown}: no \`main.yaml\` is in this folder or above. Name one with \`automata\`.`);
      this.isUnreadable = true;
      return;
    }
    const empty: EmptyExpectation[] = [];
    for (const scenario of file.scenarios) {
      if (this.filter !== undefined && !scenario.name.includes(this.filter)) continue;
      const sandbox = this.sandboxes.sandbox({ seed: file.seed, now: () => performance.now() });
      const found = runScenario(scenario, loaded.program, sandbox, {
        onReach: loaded.coverage.onReach,
        onExpect: (expected, turn) => {
          const place = placeOf(expected.origin);
          if (place && expected.isMap && expected.entries().length === 0) empty.push({ place, turn });
        },
      });
      sandbox.dispose();
      const failures = found.map((one) => this.failureOf(one, lineOf, loaded.files));
      this.results.push({ file: shown, line: lineOf(scenario.place), name: scenario.name, failures });
    }
    if (!this.isUpdating || empty.length === 0) return;
    await fillExpectations(path, state.text, empty, this.terminal.folder);
    const count = `${empty.length} expectation${empty.length === 1 ? '' : 's'}`;
    this.terminal.err(`${shown}: ${count} filled in.\n`);
  }

  /** What the scenarios reached in all automata that they run. */
  async coverage(): Promise<CoveredLine[]> {
    const all = await Promise.all(this.automata.values());
    return all.flatMap((loaded) => {
      if (loaded === undefined) return [];
      const { files, program, coverage } = loaded;
      return coverage.items(program).map((item) => ({
        ...item,
        file: shownPath(item.place.address, this.terminal.folder),
        line: files.lineAt(item.place.address, item.place.start),
      }));
    });
  }

  private failureOf(
    { message, expected, actual, place, at }: Mismatch,
    lineOf: (place: Place | undefined) => number,
    files: ExportedFiles,
  ): ScenarioFailure {
    const source = at && {
      file: shownPath(at.address, this.terminal.folder),
      line: files.lineAt(at.address, at.start),
    };
    return { line: lineOf(place), message, expected, actual, ...(source ? { at: source } : {}) };
  }

  private load(main: string): Promise<Loaded | undefined> {
    const known = this.automata.get(main);
    if (known) return known;
    const loading = exportedFiles(main, this.terminal).then((files) =>
      typeof files === 'number'
        ? undefined
        : { files, program: programOf(files.data, files.origins), coverage: new Coverage() },
    );
    this.automata.set(main, loading);
    return loading;
  }

  private fail(message: string): void {
    this.isUnreadable = true;
    this.terminal.err(`${message}\n`);
  }
}

/** The nearest `main.yaml` in the folder of a file or above it; undefined if there is none. */
function mainAbove(path: string): string | undefined {
  for (let folder = join(path, '..'); ; folder = join(folder, '..')) {
    for (const name of ['main.yaml', 'main.yml']) {
      if (statSync(join(folder, name), { throwIfNoEntry: false })?.isFile()) return join(folder, name);
    }
    if (folder === join(folder, '..')) return undefined;
  }
}
