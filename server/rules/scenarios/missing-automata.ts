import { nearPaths } from '../../project/near-paths';
import { type Address, folderOf, pathFrom } from '../../project/paths';
import { msg, seriesOf } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import { fileUses } from '../files/file-uses';
import { renameFixes } from '../fixes';
import type { ReportFinding, Rule, Subject } from '../rule';
import { keyRange } from '../shape/descriptions';
import { textScalar } from '../value-text';

/** A scenario file whose automata does not exist, or is one of several. */
export const missingAutomata: Rule = {
  code: 'missing-automata',
  severity: 'error',
  title: 'Automata of the scenario file does not exist or is ambiguous',
  doc: '`automata` is the path of the main file, relative to the folder of the scenario file. Without it, the `main.yaml` or else the only automata of the nearest folder that has one is used: the folder of the scenario file or one of its parents.',
  check(subject, report) {
    const { workspace, project, source } = subject;
    for (const entry of fileUses(subject)) {
      if (entry.use.tag !== 'automata') continue;
      const { state } = workspace.resolvePath(project, entry);
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
    }
    // Only scenario files depend on which projects exist.
    if (source.documentKind !== 'scenarios') return;
    const candidates = workspace.candidatesOf(source.address);
    if (candidates.length > 1) reportCandidates(subject, candidates, report);
  },
};

function reportCandidates(
  { source, unit }: Subject,
  candidates: readonly Address[],
  report: ReportFinding,
): void {
  const { root } = unit.parsed;
  if (root?.kind !== 'map' || root.flow) return;
  // Once in a file.
  const scenarios = root.pairs.find(({ name }) => name === 'scenarios');
  if (scenarios === undefined) return;
  const paths = candidates.map((address) => pathFrom(folderOf(source.address), address));
  const names = seriesOf(
    paths.map((path) => `\`${path}\``),
    'and',
  );
  const at = { start: scenarios.start, end: scenarios.start };
  report(
    keyRange(scenarios),
    msg`There are several automata: ${names}. Add \`automata\` with the path of the one that the scenarios test.`,
    {
      fixes: paths.map((path) => {
        const line = `automata: ${textScalar(path, 'block')}`;
        return {
          title: msg`Add \`${line}\``,
          edits: [{ range: at, text: `${line}\n` }],
          excludeFromFixAll: true as const,
        };
      }),
    },
  );
}
