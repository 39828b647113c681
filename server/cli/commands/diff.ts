import { resolve } from 'node:path';
import { acceptedScenarioOf } from '../../compare/change-scenario';
import { compareAutomata } from '../../compare/compare';
import { behaviourTitle, changedValueText, undecidedMessage } from '../../compare/describe';
import type { BehaviourChange, StructureChange, VersionPlace } from '../../compare/difference';
import { runTask } from '../../engine/task';
import type { ConversationOutput, SourceRange } from '../../run/conversation/events';
import { programOf } from '../../run/conversation/program';
import { scenarioOfPath } from '../../run/scenario/path-scenario';
import { loadSandboxes } from '../../sandbox-loader';
import { formatMessage } from '../../text/message';
import { parseChoice, readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal } from '../command';
import {
  DIFF_FORMATS,
  differenceCommands,
  differenceData,
  differenceText,
  type ShownBehaviour,
  type ShownChange,
  type ShownDifference,
  type ShownOutputs,
} from '../formats/difference';
import { differenceMarkdown } from '../formats/difference-markdown';
import { differencePage } from '../formats/difference-page';
import { differingDetails } from '../formats/output-details';
import { jsonOfOutput, transcriptOf } from '../formats/transcript';
import { counted, type Printable, plain } from '../printer';
import { printReport, requireReport, writeFolder } from '../write';
import { type ComparedPair, pageAutomata } from './difference-page';
import { explorationIn, LIMIT_OPTIONS, readLimits, readSeed } from './explore-limits';
import type { ExportedFiles } from './exported';
import { foundScenarioFiles } from './scenario-files';
import { type VersionPair, versionsOf, versionsSince } from './versions';

export const diffCommand: Command = {
  name: 'diff',
  synopsis: 'diff [options] [--base <revision>] [path ...]',
  summary: 'Shows what changes for the people who talk to an agent, compared with an earlier version.',
  details: `  --base <revision>      a commit, branch or tag of git to compare with (default HEAD)
  --format <format>      text (the default), json, markdown (a comment of a pull request), github
                         (annotations), or html (a page with both versions of each conversation)
  --accept <folder>      write the new behaviour as scenarios, which \`test\` runs
  --seed <number>        decides what \`Math.random\` gives (default 1)
  --max-steps <number>   turns of conversations to try in each version (default 3000)
  --max-seconds <number> time to spend on each version (default 30)
  -o, --output <file>    write the report to this file
  --force                replace the file of --output, and scenarios that exist

  A path is the main file of an automata, one of its state files, or a folder with any number of automata; without paths,
  the current folder. Two paths without --base are an old and a new version: two files, or two folders.

  Structure: what is written, regardless of comments, layout, and the order of keys. A renamed state is one change.
  Behaviour: both versions are explored as by \`explore\`, and each conversation is repeated with the other. Changes are
  grouped by the first turn that differs, with the shortest conversation that shows them:

    text              other content, media or configurations of tasks
    buttons           other choices
    path              the conversation goes elsewhere
    fault-appears, fault-disappears
    unreachable, reachable   a state that no conversation reaches any more, or now

  What limits cut off is reported as not compared. Nothing leaves this computer.

  Exit codes: 0 nothing changed; 1 something changed, or a version cannot be compared; 2 wrong usage, or a file or
  revision could not be read.`,
  examples: [
    ['diff', 'compares the current folder with the last commit'],
    ['diff --base main --format markdown bots', 'describes what a branch changes, for a pull request'],
    ['diff old/bot.yaml new/bot.yaml', 'compares two files'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('diff', args, {
      base: { type: 'string' },
      format: { type: 'string' },
      accept: { type: 'string' },
      seed: { type: 'string' },
      ...LIMIT_OPTIONS,
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
    });
    const format = parseChoice('format', values.format, DIFF_FORMATS) ?? 'text';
    const seed = readSeed(values.seed);
    const limits = readLimits(values);
    const { base } = values;
    const isPage = format === 'html';
    const [oldPath, newPath] = positionals;
    const isTwo = base === undefined && positionals.length === 2;
    const paths = positionals.length === 0 ? ['.'] : positionals;
    const [pairs, sandboxes] = await Promise.all([
      isTwo && oldPath !== undefined && newPath !== undefined
        ? versionsOf(oldPath, newPath, isPage, terminal)
        : versionsSince(base ?? 'HEAD', paths, isPage, terminal),
      loadSandboxes('batch'),
    ]);
    const sources = pairs.flatMap(({ before, after }) => [
      ...(before?.sources ?? []),
      ...(after?.sources ?? []),
    ]);
    const report = { path: values.output, sources, force: values.force === true };
    await requireReport(report, terminal);
    const exploration = explorationIn(sandboxes, seed, limits);
    const compared = pairs.map((pair) => comparedPair(pair, exploration, terminal));
    const differences = compared.map(({ difference }) => difference);
    const colour = terminal.colour && values.output === undefined;
    const content = isPage
      ? differencePage(
          await Promise.all(
            compared.map((one, index) => pageAutomata(one, exploration.sandbox, `graph-${index + 1}`)),
          ),
        )
      : formatted(format, differences, colour);
    const folder = values.accept;
    if (folder !== undefined) await accept(folder, compared, sources, seed, report.force, terminal);
    await printReport(content, report, terminal);
    const isSame = differences.every(({ status }) => status === 'same');
    return isSame ? EXIT_CODES.fine : EXIT_CODES.found;
  },
};

/** Writes the changed conversations as scenarios that expect the new version. */
async function accept(
  folder: string,
  compared: readonly ComparedPair[],
  sources: readonly string[],
  seed: number,
  force: boolean,
  { folder: current, err }: Terminal,
): Promise<void> {
  const found = compared.flatMap(({ pair, compared: one }) =>
    (one?.found.behaviour ?? []).flatMap((change) => {
      const comment = formatMessage(behaviourTitle(change));
      const scenario = acceptedScenarioOf(`${change.kind} in ${change.state}`, change);
      return scenario && pair.after ? [{ automata: pair.after, kind: change.kind, comment, scenario }] : [];
    }),
  );
  const files = foundScenarioFiles(found, resolve(current, folder), seed);
  if (files.length > 0) await writeFolder(folder, current, files, sources, force);
  err(plain`${counted(files.length, 'scenario')} written to ${folder}.\n`);
}

function formatted(
  format: Exclude<(typeof DIFF_FORMATS)[number], 'html'>,
  differences: readonly ShownDifference[],
  colour: boolean,
): Printable {
  switch (format) {
    case 'text':
      return differenceText(differences, colour);
    case 'json':
      return differenceData(differences);
    case 'markdown':
      return differenceMarkdown(differences);
    case 'github':
      return differenceCommands(differences);
  }
}

function comparedPair(
  pair: VersionPair,
  exploration: ReturnType<typeof explorationIn>,
  { folder }: Terminal,
): ComparedPair {
  const { file, before, after, problems } = pair;
  const undecided = { conversations: 0, why: problems };
  const none = { file, structure: [], behaviour: [], undecided };
  if (problems.length > 0) return { pair, difference: { ...none, status: 'unknown' }, compared: undefined };
  if (before === undefined || after === undefined) {
    const status = before === undefined ? 'added' : 'removed';
    const change: ShownChange = { change: status, kind: 'automata', name: file, file, line: 1 };
    return { pair, difference: { ...none, status, structure: [change] }, compared: undefined };
  }
  const programs = { before: programOf(before), after: programOf(after) };
  const found = runTask(compareAutomata(programs.before, programs.after, exploration));
  const shown = new Shown({ before, after }, file, folder);
  const isSame = found.structure.length === 0 && found.behaviour.length === 0;
  const difference: ShownDifference = {
    file,
    status: isSame ? 'same' : 'changed',
    structure: found.structure.map((change) => shown.change(change)),
    behaviour: found.behaviour.map((change) => shown.behaviour(change)),
    undecided: {
      conversations: found.undecided.conversations,
      why: found.undecided.why.map((reason) => formatMessage(undecidedMessage(reason))),
    },
  };
  return { pair, difference, compared: { ...programs, found } };
}

/** Shows the changes of an automata with files and lines. */
class Shown {
  constructor(
    private readonly versions: { readonly before: ExportedFiles; readonly after: ExportedFiles },
    private readonly main: string,
    private readonly folder: string,
  ) {}

  change({ change, kind, name, was, place, before, after }: StructureChange): ShownChange {
    const values =
      change === 'changed' ? { before: changedValueText(before), after: changedValueText(after) } : {};
    return {
      change,
      kind,
      name,
      ...(was === undefined ? {} : { was }),
      ...this.place(place),
      ...(values.before === undefined ? {} : { before: values.before }),
      ...(values.after === undefined ? {} : { after: values.after }),
    };
  }

  behaviour({ kind, state, place, path, before, after, conversations }: BehaviourChange): ShownBehaviour {
    const scenario = path && scenarioOfPath('', path);
    const [old, now] = [this.turn(before, kind, 'before'), this.turn(after, kind, 'after')];
    const isAlike = old.lines.join('\n') === now.lines.join('\n');
    const details = isAlike ? differingDetails(old.data, now.data) : { before: [], after: [] };
    return {
      kind,
      state,
      ...this.place(place),
      events: scenario?.steps ?? [],
      tasks: scenario?.tasks ?? {},
      before: { ...old, lines: [...old.lines, ...details.before] },
      after: { ...now, lines: [...now.lines, ...details.after] },
      conversations,
    };
  }

  private turn(
    outputs: readonly ConversationOutput[],
    kind: BehaviourChange['kind'],
    version: 'before' | 'after',
  ): ShownOutputs {
    const placeText = (place: SourceRange) => this.versions[version].placeIn(this.folder, place);
    // Names of states are not what differs, unless the conversation goes elsewhere.
    const isElsewhere = kind !== 'text' && kind !== 'buttons';
    const told = outputs.filter(
      (one) => (isElsewhere || one.kind !== 'state') && !(one.kind === 'note' && one.code === 'assumed'),
    );
    return {
      data: outputs.map((output) => jsonOfOutput(output, placeText)),
      lines: transcriptOf([{ event: undefined, outputs: told }], placeText).lines,
    };
  }

  /** Something without a place is at the beginning of the main file. */
  private place(place: VersionPlace | undefined): { readonly file: string; readonly line: number } {
    if (place === undefined) return { file: this.main, line: 1 };
    return this.versions[place.version].placeIn(this.folder, place);
  }
}
