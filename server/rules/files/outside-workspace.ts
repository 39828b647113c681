import { includableFiles, lastSegmentOf } from '../../project/files/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { fileUses, isIncluded } from './file-uses';

/** A path outside the workspace. */
export const outsideWorkspace: Rule = {
  code: 'outside-workspace',
  severity: 'error',
  title: 'Path is outside the workspace',
  doc: 'Files outside the open folder are not read, not through symbolic links either. Move the file into the project, or open a folder that contains both.',
  example: {
    wrong: 'type: automata\ninitial: home\ncontext:\n  text: !oneline ../../secret.txt\nstates:\n  home: {}',
    right: "type: automata\ninitial: home\ncontext:\n  text: ''\nstates:\n  home: {}",
  },
  check(subject, report) {
    if (isIncluded(subject)) return;
    for (const entry of fileUses(subject)) {
      const { state } = subject.workspace.resolvePath(subject.project, entry);
      if (state?.kind === 'outside') {
        const message = msg`\`${entry.name.text}\` is outside the workspace, so it is not read. Move it into the project.`;
        report(entry.name, message);
      }
      if (entry.use.tag !== '!include' || state?.kind !== 'folder') continue;
      for (const address of includableFiles(state.files)) {
        if (subject.workspace.pathState(address)?.kind !== 'outside') continue;
        const name = lastSegmentOf(address);
        report(
          entry.name,
          msg`\`${name}\` in this folder is a link to a file outside the workspace, so it is not read. Replace the link with the file.`,
        );
      }
    }
  },
};
