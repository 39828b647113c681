import { nameOfPath, takenIn } from '../../project/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { fileUses } from './file-uses';

/** A path that leads out of the workspace. */
export const outsideWorkspace: Rule = {
  code: 'outside-workspace',
  severity: 'error',
  title: 'The path of a tag leads out of the workspace',
  doc: 'Nothing outside of the folder that is open in the editor is read, also not through a link. Move the file into the project, or open the folder that holds both.',
  example: {
    wrong: 'type: automata\ninitial: home\ncontext:\n  text: !oneline ../../secret.txt\nstates:\n  home: {}',
    right: "type: automata\ninitial: home\ncontext:\n  text: ''\nstates:\n  home: {}",
  },
  check(subject, report) {
    for (const entry of fileUses(subject)) {
      const { state } = subject.workspace.resolvePath(subject.project, entry);
      if (state?.kind === 'outside') {
        const message = msg`\`${entry.name.text}\` lies outside of the workspace, so it is not read. Move it into the project.`;
        report(entry.name, message);
      }
      if (entry.use.tag !== '!include' || state?.kind !== 'folder') continue;
      for (const address of takenIn(state.files)) {
        if (subject.workspace.pathState(address)?.kind !== 'outside') continue;
        const name = nameOfPath(address);
        report(
          entry.name,
          msg`\`${name}\` in this folder is a link out of the workspace, so it is not read. Put the file itself here.`,
        );
      }
    }
  },
};
