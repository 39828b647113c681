import { resolve } from 'node:path';
import type { PrintedRange } from '../../check';
import { refutedMessage } from '../../compare/promises/decide';
import { type Program, programOf } from '../../run/conversation/program';
import { type ExploreCode, explore } from '../../run/explore/explore';
import { EXPLORE_KINDS } from '../../run/explore/kinds';
import type { QuickJs } from '../../run/sandbox/quickjs';
import { scenarioOfPath } from '../../run/scenario/path-scenario';
import { loadSandboxes } from '../../sandbox-loader';
import { formatMessage } from '../../text/message';
import { parseChoice, parseWords, readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import {
  EXPLORE_FORMATS,
  type ExploredAutomata,
  formatExploration,
  type ShownFault,
} from '../formats/exploration';
import type { PromiseResult } from '../formats/tests';
import { displayPath, fullPath } from '../paths';
import { counted, joined, plain } from '../printer';
import { version } from '../version';
import { printReport, requireReport, writeFolder } from '../write';
import { type ExploreLimits, explorationIn, LIMIT_OPTIONS, readLimits, readSeed } from './explore-limits';
import { type ExportedFiles, exportedBatch } from './exported';
import { foundScenarioFiles } from './scenario-files';
import { decideFile, promiseFiles } from './scenario-promises';

const CODES = Object.keys(EXPLORE_KINDS) as readonly ExploreCode[];

export const exploreCommand: Command = {
  name: 'explore',
  synopsis: 'explore [options] <path ...>',
  summary: 'Finds faults by going everywhere in an automata, as people might.',
  details: `  --format <format>        text (the default), json, github (annotations of a pull request), junit or sarif
  --fail-on <codes>        fail for these kinds of faults only, separated by commas
  --write-scenarios <folder>  write a scenario for each finding that has one
  --seed <number>          decides what \`Math.random\` gives (default 1)
  --max-steps <number>     turns of conversations to try in each automata (default 3000)
  --max-seconds <number>   time to spend on each automata (default 30)
  -o, --output <file>      write the report to this file
  --force                  replace the file of --output, and scenarios that exist

  A path is the main file of an automata, one of its state files, or a folder with any number of automata. In a folder
  with automata in YAML, those in JSON are not taken, as they usually are exports.

  Clicks every button, fills in forms with their choices and with values that fit, sends messages, and gives different
  results for tasks that conditions depend on. Reports expressions that fail, \`undefined\` and braces in what users see,
  events that nothing handles, loops without an end, and states from which there is no way to go on, each with the
  shortest conversation that shows it. If everything was tried, also states and cases that are never reached.

  Promises of scenario files in the folder of an automata are proven or refuted as well, as \`test\` does.

  Kinds of faults: ${wrapped(CODES)}.

  With more than one automata, the text has a section for each, and the JSON is {"automata": […], "skipped": […]}: an
  object for each automata with its \`file\`, and what cannot be run, with the reason.

  Findings do not depend on the results of tasks that are not run: what a language model answers is not known.
  Nothing leaves this computer, as with \`run\`.

  Exit codes: 0 nothing was found; 1 something was found, or an automata cannot be run; 2 wrong usage, or a file could
  not be read or written.`,
  examples: [
    ['explore bot/main.yaml', 'shows what goes wrong, and how to get there'],
    ['explore bots --format junit -o explored.xml', 'explores all automata of a folder for a build server'],
    ['explore bot/main.yaml --write-scenarios bot/found', 'writes scenarios that `test` runs'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('explore', args, {
      format: { type: 'string' },
      'fail-on': { type: 'string' },
      'write-scenarios': { type: 'string' },
      seed: { type: 'string' },
      ...LIMIT_OPTIONS,
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
    });
    if (positionals.length === 0) throw new UsageError('`explore` requires a file or folder.');
    const format = parseChoice('format', values.format, EXPLORE_FORMATS) ?? 'text';
    const failing = parseWords(values['fail-on'], CODES, 'a kind of fault');
    const seed = readSeed(values.seed);
    const limits = readLimits(values);
    const force = values.force === true;
    const start = new Date();
    const [batch, sandboxes] = await Promise.all([
      exportedBatch(positionals, terminal),
      loadSandboxes('batch'),
    ]);
    const { automata, skipped, isSeveral } = batch;
    if (automata.length === 0 && !isSeveral) return batch.exitCode;
    const sources = automata.flatMap((files) => files.sources);
    const report = { path: values.output, sources, force };
    await requireReport(report, terminal);
    const explored: ExploredAutomata[] = [];
    let hasErrors = false;
    const onError = (message: string) => {
      hasErrors = true;
      terminal.err(plain`${message}\n`);
    };
    for (const files of automata) {
      const program = programOf(files);
      const one = exploreOne(files, program, explorationIn(sandboxes, seed, limits), terminal);
      explored.push(await withPromises(one, files, sandboxes, limits, terminal, onError, program));
    }
    const folder = values['write-scenarios'];
    let written = plain``;
    if (folder !== undefined) {
      const found = automata.flatMap((files, index) =>
        (explored[index]?.faults ?? []).flatMap(({ code, message, scenario }) =>
          scenario ? [{ automata: files, kind: code, comment: message, scenario }] : [],
        ),
      );
      const scenarios = foundScenarioFiles(found, resolve(terminal.folder, folder), seed);
      if (scenarios.length > 0) {
        await writeFolder(folder, terminal.folder, scenarios, sources, force);
        written = plain`${counted(scenarios.length, 'scenario')} written to ${folder}.\n`;
      }
    }
    const content = formatExploration(
      format,
      { explored, skipped, isSeveral, start },
      terminal.folder,
      version,
    );
    await printReport(format === 'text' ? joined([content, written]) : content, report, terminal);
    const hasFailed = explored.some(({ faults }) =>
      faults.some(({ code }) => failing === undefined || failing.has(code)),
    );
    if (hasErrors) return EXIT_CODES.usage;
    return Math.max(batch.exitCode, hasFailed ? EXIT_CODES.found : EXIT_CODES.fine);
  },
};

/** Words as code in lines of a help text. */
function wrapped(words: readonly string[]): string {
  const half = Math.ceil(words.length / 2);
  return `${words.slice(0, half).join(', ')},\n  ${words.slice(half).join(', ')}`;
}

function exploreOne(
  files: ExportedFiles,
  program: Program,
  exploration: ReturnType<typeof explorationIn>,
  { folder }: Terminal,
): ExploredAutomata {
  const { now } = exploration;
  const start = now();
  const found = explore(program, exploration);
  const ranges = found.findings.map(({ place }) => files.rangeOf(place));
  const faults = found.findings.map(({ code, message, path, place }): ShownFault => {
    const at = files.placeIn(folder, place);
    const scenario = path && scenarioOfPath(`${code} in ${at.file}:${at.line}`, path);
    return { code, message: formatMessage(message), ...at, ...(scenario ? { scenario } : {}) };
  });
  const seconds = (now() - start) / 1000;
  return { file: displayPath(files.main, folder), found, faults, ranges, seconds, promises: [] };
}

/** Adds the promises of the scenario files of an automata; refuted ones are faults. */
async function withPromises(
  explored: ExploredAutomata,
  { main }: ExportedFiles,
  sandboxes: QuickJs,
  limits: ExploreLimits,
  terminal: Terminal,
  onError: (message: string) => void,
  program: Program,
): Promise<ExploredAutomata> {
  const faults: ShownFault[] = [];
  const ranges: PrintedRange[] = [];
  const promises: PromiseResult[] = [];
  for (const file of await promiseFiles(fullPath(main), terminal, onError))
    for (const { decided, shown } of decideFile(file, file.promises, program, sandboxes, limits, onError)) {
      promises.push(shown);
      if (shown.result !== 'refuted') continue;
      const { path, promise } = decided;
      const code = 'promise-refuted';
      const scenario = path && scenarioOfPath(`${code} in ${shown.file}:${shown.line}`, path);
      const message = formatMessage(refutedMessage(decided));
      faults.push({ code, message, file: shown.file, line: shown.line, ...(scenario ? { scenario } : {}) });
      ranges.push(file.rangeOf(promise.place));
    }
  return {
    ...explored,
    faults: [...explored.faults, ...faults],
    ranges: [...explored.ranges, ...ranges],
    promises,
  };
}
