import { shortName } from '../../project/files/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { fileUses } from './file-uses';

/** A path that only exists relative to the workspace root. */
export const includeBase: Rule = {
  code: 'include-base',
  severity: 'information',
  title: '`!oneline` path exists only relative to the workspace root',
  doc: 'The tool that loads these files resolves the path of `!oneline` relative to the folder where it is started, but that of `!include` relative to the folder of the main file. Both are the same only if the tool is started in the folder of the main file.',
  check(subject, report) {
    for (const entry of fileUses(subject)) {
      const { fromRoot, address } = subject.workspace.resolvePath(subject.project, entry);
      if (!fromRoot) continue;
      const boundary = subject.workspace.boundaryOf(subject.project.root);
      const message = msg`This path resolves to \`${shortName(address, boundary)}\` from the workspace root, not from the folder of the main file. The tool finds the file only if it is started in the workspace root.`;
      report(entry.name, message);
    }
  },
};
