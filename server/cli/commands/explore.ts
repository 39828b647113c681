import { relative, resolve } from 'node:path';
import type { Json, SourceRange } from '../../run/conversation/events';
import { programOf } from '../../run/conversation/program';
import { type Exploration, type ExploreFinding, explore } from '../../run/explore/explore';
import { scenarioOfPath, type WrittenScenario } from '../../run/scenario/path-scenario';
import { intendedScenarios, scenarioFileText } from '../../run/scenario/text';
import { loadSandboxes } from '../../sandbox-loader';
import { countUp } from '../../text/group-by';
import { formatMessage } from '../../text/message';
import { parseChoice, parseInteger, readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { displayPath, fullPath } from '../paths';
import { counted, joined, json, type Printable, plain } from '../printer';
import { writeFolder } from '../write';
import { exportedFiles } from './exported';

const FORMATS = ['text', 'json'] as const;

export const exploreCommand: Command = {
  name: 'explore',
  synopsis: 'explore <main file or folder> [options]',
  summary: 'Finds faults by going everywhere in an automata, as people might.',
  details: `  --format text|json       for people (default), or one JSON object
  --write-scenarios <folder>  write a scenario for each finding that has one
  --seed <number>          decides what \`Math.random\` gives (default 1)
  --max-steps <number>     turns of conversations to try (default 3000)
  --max-seconds <number>   time to spend (default 30)
  --force                  replace scenarios that exist

  Takes the main file of an automata, one of its state files, or a folder that contains one automata.

  Clicks every button, fills in forms with their choices and with values that fit, sends messages, and gives different
  results for tasks that conditions depend on. Reports expressions that fail, \`undefined\` and braces in what users see,
  events that nothing handles, loops without an end, and states from which there is no way to go on, each with the
  shortest conversation that shows it. If everything was tried, also states and cases that are never reached.

  Findings do not depend on the results of tasks that are not run: what a language model answers is not known.
  Nothing leaves this computer, as with \`run\`.

  Exit codes: 0 nothing was found; 1 something was found, or the automata cannot be run; 2 wrong usage, or a file could
  not be read or written.`,
  examples: [
    ['explore bot/main.yaml', 'shows what goes wrong, and how to get there'],
    ['explore bot/main.yaml --write-scenarios bot/found', 'writes scenarios that `test` runs'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('explore', args, {
      format: { type: 'string' },
      'write-scenarios': { type: 'string' },
      seed: { type: 'string' },
      'max-steps': { type: 'string' },
      'max-seconds': { type: 'string' },
      force: { type: 'boolean' },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0)
      throw new UsageError('`explore` requires exactly one main file or folder.');
    const format = parseChoice('format', values.format, FORMATS) ?? 'text';
    const seed = parseInteger('seed', values.seed) ?? 1;
    const maxSteps = parseInteger('max-steps', values['max-steps'], 1);
    const maxSeconds = parseInteger('max-seconds', values['max-seconds'], 1);
    const [files, sandboxes] = await Promise.all([exportedFiles(path, terminal), loadSandboxes()]);
    if (typeof files === 'number') return files;
    const now = () => performance.now();
    const found = explore(programOf(files), {
      sandbox: () => sandboxes.sandbox({ seed, now, recognizesData: true }),
      now,
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(maxSeconds === undefined ? {} : { maxMilliseconds: maxSeconds * 1000 }),
    });
    const lineOf = (place: SourceRange | undefined) => ({
      file: displayPath(place?.address ?? files.main, terminal.folder),
      line: place ? files.lineAt(place.address, place.start) : 1,
    });
    const shown = found.findings.map((finding) => ({
      ...shownFinding(finding, lineOf(finding.place)),
    }));
    const folder = values['write-scenarios'];
    let written = plain``;
    if (folder !== undefined) {
      const main = relative(resolve(terminal.folder, folder), fullPath(files.main)).replaceAll('\\', '/');
      const scenarios = scenarioFiles(shown, main, seed);
      if (scenarios.length > 0) {
        await writeFolder(folder, terminal.folder, scenarios, files.sources, values.force === true);
        written = plain`${counted(scenarios.length, 'scenario')} written to ${folder}.\n`;
      }
    }
    terminal.out(format === 'json' ? jsonOf(found, shown) : joined([textOf(found, shown), written]));
    return shown.length > 0 ? EXIT_CODES.found : EXIT_CODES.fine;
  },
};

interface ShownFinding {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly scenario?: WrittenScenario;
}

function shownFinding(
  { code, message, path }: ExploreFinding,
  { file, line }: { readonly file: string; readonly line: number },
): ShownFinding {
  const scenario = path && scenarioOfPath(`${code} in ${file}:${line}`, path);
  return { code, message: formatMessage(message), file, line, ...(scenario ? { scenario } : {}) };
}

/** One file per finding, so that each can be removed when it is fixed. */
function scenarioFiles(findings: readonly ShownFinding[], main: string, seed: number) {
  const names = new Map<string, number>();
  return findings.flatMap(({ code, message, scenario }) => {
    if (scenario === undefined) return [];
    const count = countUp(names, code);
    const data: Json = { ...scenario };
    const file = { automata: main, seed, scenarios: [data] };
    const text = scenarioFileText(file, message);
    return [{ path: `${code}-${count}.scenario.yaml`, text, intended: intendedScenarios(file) }];
  });
}

function jsonOf(
  { states, cases, steps, isComplete, stoppedBy }: Exploration,
  findings: readonly ShownFinding[],
): Printable {
  return json({ states, cases, steps, complete: isComplete, stopped_by: stoppedBy, findings }, 2);
}

const STOPPED: Readonly<Record<NonNullable<Exploration['stoppedBy']>, string>> = {
  steps: 'it was stopped at the limit of steps (`--max-steps`)',
  time: 'it was stopped at the limit of time (`--max-seconds`)',
  values: 'there are more values than can be tried',
};

function textOf(found: Exploration, findings: readonly ShownFinding[]): Printable {
  const blocks = findings.flatMap(({ code, message, file, line, scenario }) => [
    plain`${file}:${line}: ${message} (${code})\n`,
    ...(scenario ? pathLines(scenario) : []),
    plain`\n`,
  ]);
  const { states, cases, stoppedBy } = found;
  const end =
    stoppedBy === undefined
      ? 'The exploration is complete.'
      : `The exploration is not complete: ${STOPPED[stoppedBy]}.`;
  const reached = `${states.reached} of ${counted(states.all, 'state')} and ${cases.reached} of ${counted(cases.all, 'case')} of transitions`;
  const sum = plain`${counted(findings.length, 'finding')}. ${reached} were reached in ${counted(found.steps, 'step')}.\n`;
  return joined([...blocks, sum, plain`${end}\n`]);
}

function pathLines({ tasks, steps }: WrittenScenario): Printable[] {
  const given = Object.entries(tasks ?? {}).map(
    ([task, value]) => plain`    with ${task}: ${JSON.stringify(value)}\n`,
  );
  const taken = steps
    .flatMap((step) => Object.entries(step ?? {}))
    .flatMap(([name, value]) => (name === 'expect' ? [] : [plain`    ${name} ${JSON.stringify(value)}\n`]));
  return [...given, ...(taken.length > 0 ? taken : [plain`    at the beginning\n`])];
}
