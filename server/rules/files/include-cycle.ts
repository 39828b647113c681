import { nameOfPath, takenIn } from '../../project/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { fileUses } from './file-uses';

/** A file that includes itself. */
export const includeCycle: Rule = {
  code: 'include-cycle',
  severity: 'error',
  title: 'A file includes itself',
  doc: 'The folder of an `!include` must not hold the main file, nor an included file lead back to a folder that is being read: the states of such a folder cannot be told from the automata. Keep included states in a folder of their own.',
  check(subject, report) {
    const { workspace, project, source } = subject;
    for (const entry of fileUses(subject)) {
      const { state } = workspace.resolvePath(project, entry);
      if (entry.use.tag !== '!include' || state?.kind !== 'folder') continue;
      const taken = new Set(takenIn(state.files));
      const way = project.wayTo(source.address);
      const own = way.find((address) => taken.has(address));
      if (own === undefined) continue;
      const how = own === source.address ? msg('includes it') : msg`leads here by ${wayInWords(way, own)}`;
      const message = msg`The folder \`${entry.name.text}\` holds \`${nameOfPath(own)}\`, which ${how}. Move the states to a folder of their own.`;
      report(entry.name, message);
    }
  },
};

/** The files between, from the one that is met again down to this one. */
function wayInWords(way: readonly string[], own: string): string {
  const between = way.slice(0, way.indexOf(own)).reverse();
  return between.map((address) => `\`${nameOfPath(address)}\``).join(', ');
}
