import { nameOfPath } from '../../project/paths';
import type { Rule } from '../rule';
import { fileUses } from './file-uses';

/** A file that includes itself. */
export const includeCycle: Rule = {
  code: 'include-cycle',
  severity: 'error',
  chapter: 'Files',
  title: 'A file includes itself',
  doc: 'The folder of an `!include` must not hold the main file, nor an included file lead back to a folder that is being read: the states of such a folder cannot be told from the automata. Keep included states in a folder of their own.',
  check(subject, report) {
    for (const entry of fileUses(subject)) {
      const { state } = subject.workspace.resolvePath(subject.project, entry);
      if (entry.use.tag !== '!include' || state?.kind !== 'folder') continue;
      const own = [subject.source.address, subject.project.root].find((address) =>
        state.files.includes(address),
      );
      if (own === undefined) continue;
      const message = `The folder \`${entry.name.text}\` holds \`${nameOfPath(own)}\`, which includes it. Move the states to a folder of their own.`;
      report(entry.name, message);
    }
  },
};
