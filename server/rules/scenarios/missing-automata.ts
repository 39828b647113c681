import { RootEntries } from '../../format/root-entries';
import { nearPaths } from '../../project/files/near-paths';
import { type Address, folderOf, pathFrom } from '../../project/files/paths';
import type { Workspace } from '../../project/workspace';
import { msg, seriesOf } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import type { Unit } from '../../yaml/cut/unit';
import type { Pair } from '../../yaml/tree/tree';
import { fieldsText, insertText, lineBreakOf } from '../edits';
import { fileUses } from '../files/file-uses';
import { renameFixes } from '../fixes';
import type { Fix, ReportFinding, Rule, Subject } from '../rule';
import { keyRange } from '../shape/descriptions';

/** A scenario file whose automata does not exist, is not found, or is one of several. */
export const missingAutomata: Rule = {
  code: 'missing-automata',
  severity: 'error',
  title: 'Automata of the scenario file does not exist or is ambiguous',
  doc: '`automata` is the path of the main file, relative to the folder of the scenario file. Without it, the `main.yaml` or else the only automata of the nearest folder that has one is used: the folder of the scenario file or one of its parents. Without an automata, no names in the scenario file are checked.',
  check(subject, report) {
    const { workspace, project, source } = subject;
    for (const entry of fileUses(subject)) {
      if (entry.use.tag !== 'automata') continue;
      const { address, state } = workspace.resolvePath(project, entry);
      const { text } = entry.name;
      if (state?.kind === 'missing') {
        const near = nearPaths(workspace, project, entry);
        report(
          entry.name,
          msg`File \`${text}\` does not exist, relative to the folder of this file.${didYouMean(near)}`,
          {
            fixes: renameFixes(entry.name, near),
          },
        );
      } else if (state?.kind === 'folder')
        report(entry.name, msg`\`${text}\` is a folder; \`automata\` expects the main file of an automata.`);
      else if (state?.kind === 'text' && isOther(workspace, entry.source, address))
        report(entry.name, msg`\`${text}\` is not the main file of an automata.`);
    }
    // Only scenario files depend on which projects exist.
    if (source.documentKind !== 'scenarios') return;
    const scenarios = scenariosKey(subject);
    if (scenarios === undefined) return;
    const candidates = workspace.candidatesOf(source.address);
    if (candidates.length > 1) reportCandidates(subject, scenarios, candidates, report);
    else if (!namesAutomata(subject) && workspace.isWithoutAutomata(source.address))
      reportNone(subject, scenarios, report);
  },
};

/** Whether a file certainly is not an automata. */
function isOther(workspace: Workspace, scenarios: Address, address: Address): boolean {
  if (address === scenarios) return true;
  const [project] = workspace.projectsOf(address);
  const kind = project?.source(address)?.documentKind;
  return kind === 'scenarios' || kind === 'states' || kind === 'modules';
}

/** The key to report, once in a file. */
function scenariosKey({ unit, source }: Subject): Pair | undefined {
  const { root } = unit.parsed;
  if (root?.kind !== 'map' || root.flow) return undefined;
  const key = new RootEntries(source.document).has('scenarios') ? 'scenarios' : 'promises';
  return root.pairs.find(({ name }) => name === key);
}

function namesAutomata({ source }: Subject): boolean {
  return new RootEntries(source.document).has('automata');
}

/** Limit of automata that fixes offer. */
const MAX_FIXES = 3;

function reportNone({ workspace, source, unit }: Subject, scenarios: Pair, report: ReportFinding): void {
  const folder = folderOf(source.address);
  const paths = workspace
    .projectsIn(workspace.folderAround(source.address))
    .flatMap((project) => (project.isAutomata ? [pathFrom(folder, project.root)] : []));
  const [only, ...others] = paths;
  const message =
    only !== undefined && others.length === 0
      ? msg`No automata was found in the folder of this file or above it. Add \`automata\` with the path of its main file, such as \`${only}\`.`
      : msg(
          'No automata was found in the folder of this file or above it. Add `automata` with the path of its main file.',
        );
  report(keyRange(scenarios), message, { fixes: pathFixes(unit, scenarios, paths.slice(0, MAX_FIXES)) });
}

function reportCandidates(
  { source, unit }: Subject,
  scenarios: Pair,
  candidates: readonly Address[],
  report: ReportFinding,
): void {
  const paths = candidates.map((address) => pathFrom(folderOf(source.address), address));
  const names = seriesOf(
    paths.map((path) => `\`${path}\``),
    'and',
  );
  report(
    keyRange(scenarios),
    msg`There are several automata: ${names}. Add \`automata\` with the path of the one that the scenarios test.`,
    { fixes: pathFixes(unit, scenarios, paths) },
  );
}

function pathFixes(unit: Unit, { start, parent }: Pair, paths: readonly string[]): Fix[] {
  return paths.map((path) => {
    const line = fieldsText(unit, { automata: path }, parent.indent);
    return {
      title: msg`Add \`${line}\``,
      edits: [insertText(start, line + lineBreakOf(unit))],
      excludeFromFixAll: true,
    };
  });
}
