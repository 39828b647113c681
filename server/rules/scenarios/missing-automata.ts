import { nearPaths } from '../../project/near-paths';
import { msg } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import { fileUses } from '../files/file-uses';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';

/** A scenario file whose automata does not exist. */
export const missingAutomata: Rule = {
  code: 'missing-automata',
  severity: 'error',
  title: 'Automata of the scenario file does not exist',
  doc: '`automata` is the path of the main file, relative to the folder of the scenario file. Without it, the `main.yaml` or else the only automata of the nearest folder that has one is used: the folder of the scenario file or one of its parents.',
  check(subject, report) {
    const { workspace, project } = subject;
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
  },
};
