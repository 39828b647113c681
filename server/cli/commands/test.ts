import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSandboxes } from '../../sandbox-loader';
import { parseChoice, parsePercentage, readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import { CommandError } from '../failure';
import { COVERAGE_FORMATS, formatCoverage, shortfalls } from '../formats/coverage';
import { writeCoveragePage } from '../formats/coverage-page';
import { formatResults, hasFailed, isFailedPromise, TEST_FORMATS } from '../formats/tests';
import { addressFromPath, fullPath } from '../paths';
import { counted, plain } from '../printer';
import { runOnChange } from '../watch';
import { printReport, requireReport } from '../write';
import { LIMIT_OPTIONS, readLimits } from './explore-limits';
import { scenarioPaths } from './scenario-promises';
import { coverageOf, ScenarioSuite, type SuiteReport } from './scenario-suite';

const DEFAULT_COVERAGE_FOLDER = 'coverage';

interface Options {
  readonly paths: readonly string[];
  readonly format: (typeof TEST_FORMATS)[number];
  /** Undefined without coverage. */
  readonly coverage: (typeof COVERAGE_FORMATS)[number] | undefined;
  /** The folder of the coverage page. */
  readonly coverageFolder: string;
  readonly watches: boolean;
  /** The least percentage of states, and of transitions, that must be reached; undefined for any. */
  readonly threshold: number | undefined;
  /** The file of the results; undefined for standard output. */
  readonly output: string | undefined;
  readonly force: boolean;
}

export const testCommand: Command = {
  name: 'test',
  synopsis: 'test [options] [path ...]',
  summary: 'Runs scenarios: conversations with expectations, and promises about all conversations.',
  details: `  --filter <text>        run only scenarios and promises whose name contains this text
  --format <format>      text (default), json, junit, tap or github
  --bail                 stop after the first scenario that fails
  --update               write what came into expectations that are \`{}\`
  --watch                run affected scenarios after a change, until Ctrl+C or the output is closed
  --coverage             show which states, transitions, cases, tasks, outputs and expressions were reached
  --coverage-format text|lcov|html  a table (default), lcov for other tools, or a page with the graph of the states
  --coverage-folder <folder>  where the page is written (default ${DEFAULT_COVERAGE_FOLDER})
  --coverage-threshold <percent>  fail if less of all states, or less of all transitions, is reached
  --allow-undecided      do not fail because of promises that are neither proven nor refuted
  --max-steps <number>   turns of conversations to try for promises (default 3000)
  --max-seconds <number> time to spend on them (default 30)
  -o, --output <file>    write the results to this file
  --force                replace the file of --output if it exists

  Promises (\`never\`, \`always\`, \`reachable\`, \`always_reachable\`) are decided by going everywhere, as \`explore\` does. One
  that is refuted has the shortest conversation that shows it; one that is undecided says why, and fails as well.

  Each scenario has its duration, and one that fails the conversation up to the failure: in text, JSON and JUnit.

  The table follows the results; it goes to standard error if these are for programs. With lcov, the coverage goes to
  standard output and the results to standard error. The page is \`index.html\` in the folder, complete in itself; it
  replaces an earlier page, and never another file.

  Paths are scenario files (\`*.scenario.yaml\`) or folders of them; without paths, the current folder. A scenario file
  names its automata with \`automata: main.yaml\`, or is in its folder or below.

  Exit codes: 0 all scenarios passed and all promises hold; 1 a scenario or promise failed, too little was reached, or a file was not updated; 2 wrong
  usage, a file could not be read or has an error, or there is no scenario.`,
  examples: [
    ['test', 'runs all scenarios of the current folder'],
    ['test bot --watch', 'runs scenarios again while you edit'],
    ['test --coverage --coverage-format html', 'writes the coverage report coverage/index.html'],
    ['test --coverage --coverage-format lcov > lcov.info', 'writes the coverage in lcov format'],
    ['test bot --filter quiz --format junit -o results.xml', 'writes results for a build server'],
    ['test --bail --coverage-threshold 80', 'fails early, or if less than 80% is reached'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('test', args, {
      filter: { type: 'string' },
      format: { type: 'string' },
      bail: { type: 'boolean' },
      'allow-undecided': { type: 'boolean' },
      ...LIMIT_OPTIONS,
      update: { type: 'boolean' },
      watch: { type: 'boolean' },
      coverage: { type: 'boolean' },
      'coverage-format': { type: 'string' },
      'coverage-folder': { type: 'string' },
      'coverage-threshold': { type: 'string' },
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
    });
    const format = parseChoice('format', values.format, TEST_FORMATS) ?? 'text';
    const written = values['coverage-format'];
    const coverageFormat = parseChoice('coverage-format', written, COVERAGE_FORMATS) ?? 'text';
    const hasCoverage = values.coverage === true;
    if (written !== undefined && !hasCoverage)
      throw new UsageError('`--coverage-format` needs `--coverage`.');
    if (values['coverage-folder'] !== undefined && !(hasCoverage && coverageFormat === 'html'))
      throw new UsageError('`--coverage-folder` needs `--coverage --coverage-format html`.');
    const watches = values.watch === true;
    if (watches && format !== 'text') throw new UsageError('`--watch` requires the format `text`.');
    if (watches && hasCoverage && coverageFormat === 'lcov')
      throw new UsageError('`--watch` cannot be used with `--coverage-format lcov`.');
    if (watches && values.update === true) throw new UsageError('`--watch` cannot be used with `--update`.');
    const { output } = values;
    if (watches && output !== undefined) throw new UsageError('`--watch` cannot be used with `--output`.');
    const threshold = parsePercentage('coverage-threshold', values['coverage-threshold']);
    const options: Options = {
      paths: positionals.length > 0 ? positionals : ['.'],
      format,
      coverage: hasCoverage ? coverageFormat : undefined,
      coverageFolder: values['coverage-folder'] ?? DEFAULT_COVERAGE_FOLDER,
      watches,
      threshold,
      output,
      force: values.force === true,
    };
    const suite = new ScenarioSuite(await loadSandboxes('batch'), terminal, {
      filter: values.filter,
      isUpdating: values.update === true,
      // Coverage counts runs.
      repeatsAll: hasCoverage || threshold !== undefined,
      bails: values.bail === true,
      limits: readLimits(values),
      allowsUndecided: values['allow-undecided'] === true,
    });
    if (!watches) return (await testOnce(options, suite, terminal)).exitCode;
    const full = (path: string) => resolve(terminal.folder, path);
    const missing = options.paths.find((path) => !existsSync(full(path)));
    if (missing !== undefined) throw new CommandError(`${missing}: no such file or folder.`);
    return await runOnChange(
      options.paths.map(full),
      terminal,
      'Running...',
      () => testOnce(options, suite, terminal),
      coverageFormat === 'html' ? full(options.coverageFolder) : undefined,
    );
  },
};

async function testOnce(options: Options, suite: ScenarioSuite, terminal: Terminal) {
  const { format, coverage, watches, threshold, output, force } = options;
  const start = new Date();
  let report: SuiteReport;
  let paths: readonly string[] = [];
  try {
    paths = [...new Set(options.paths.flatMap((path) => filesIn(path, terminal.folder)))];
    await requireReport({ path: output, sources: paths, force }, terminal);
    report = await suite.run(paths);
  } catch (error) {
    // A file may be missing while an editor writes it.
    if (!watches || !(error instanceof CommandError)) throw error;
    terminal.err(plain`${error.message}\n`);
    return { exitCode: EXIT_CODES.usage, folders: [] };
  }
  const { results, isStopped, isUnreadable, isRefused, automata, runCount, folders } = report;
  const { scenarios, promises, allowsUndecided } = results;
  const count = scenarios.length + promises.length;
  const isLcov = coverage === 'lcov';
  const out = isLcov ? terminal.err : terminal.out;
  const colour = terminal.colour && !isLcov && output === undefined;
  const sources = [...paths, ...automata.flatMap(({ files }) => files.sources)];
  await printReport(
    formatResults(format, results, { colour, start }),
    { path: output, sources, force },
    { ...terminal, out },
  );
  if (isStopped) terminal.err(plain`Stopped after the first failure (\`--bail\`).\n`);
  if (watches && runCount < count) {
    const shown = promises.length > 0 ? `${count} scenarios and promises` : counted(count, 'scenario');
    terminal.out(plain`${runCount} of ${shown} run again, as nothing has changed for the others\n`);
  }
  const lines =
    coverage === undefined && threshold === undefined ? [] : coverageOf(automata, terminal.folder);
  if (coverage !== undefined) {
    const showCoverage = isLcov || format === 'text' ? terminal.out : terminal.err;
    if (coverage !== 'html') showCoverage(formatCoverage(coverage, lines));
    else showCoverage(plain`${await writeCoveragePage(options.coverageFolder, automata, lines, terminal)}\n`);
  }
  const missed = threshold === undefined ? [] : shortfalls(lines, threshold);
  for (const sentence of missed) terminal.err(plain`${sentence}\n`);
  if (count === 0 && !isUnreadable) terminal.err(plain`There are no scenarios to run.\n`);
  const isFailure =
    isRefused ||
    missed.length > 0 ||
    scenarios.some(hasFailed) ||
    promises.some((one) => isFailedPromise(one, allowsUndecided));
  const isWrong = isUnreadable || count === 0;
  return { exitCode: isWrong ? EXIT_CODES.usage : isFailure ? EXIT_CODES.found : EXIT_CODES.fine, folders };
}

/** Full paths of the scenario files of a path, in order. */
function filesIn(path: string, folder: string): string[] {
  const full = fullPath(addressFromPath(path, folder));
  const state = statSync(full, { throwIfNoEntry: false });
  if (state === undefined) throw new CommandError(`${path}: no such file or folder.`);
  if (!state.isDirectory()) return [full];
  return scenarioPaths(full);
}
