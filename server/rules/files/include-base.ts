import { shortName } from '../../project/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { fileUses } from './file-uses';

/** A path that is found from the workspace's root only. */
export const includeBase: Rule = {
  code: 'include-base',
  severity: 'information',
  title: 'The path of `!oneline` is found from the root of the workspace only',
  doc: 'The tool that loads these files reads the path of `!oneline` from the folder in which it is started, but that of `!include` from the folder of the main file. The two agree only where the tool is started in the folder of the main file.',
  check(subject, report) {
    for (const entry of fileUses(subject)) {
      const { fromRoot, address } = subject.workspace.resolvePath(subject.project, entry);
      if (!fromRoot) continue;
      const boundary = subject.workspace.boundaryOf(subject.project.root);
      const message = msg`This is \`${shortName(address, boundary)}\` seen from the root of the workspace; beside the main file there is no such file. The tool finds it only when it is started at the root.`;
      report(entry.name, message);
    }
  },
};
