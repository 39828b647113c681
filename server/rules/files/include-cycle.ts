import { type Address, includableFiles, lastSegmentOf } from '../../project/files/paths';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { fileUses } from './file-uses';

/** A file that includes itself. */
export const includeCycle: Rule = {
  code: 'include-cycle',
  severity: 'error',
  title: 'File includes itself',
  doc: 'The folder of an `!include` must not contain the main file, and an included file must not include a folder that contains it. Keep included states in a separate folder.',
  check(subject, report) {
    const { workspace, project, source } = subject;
    for (const entry of fileUses(subject)) {
      const { state } = workspace.resolvePath(project, entry);
      if (entry.use.tag !== '!include' || state?.kind !== 'folder') continue;
      const taken = new Set(includableFiles(state.files));
      const way = project.includeChain(source.address);
      const own = way.find((address) => taken.has(address));
      if (own === undefined) continue;
      const message =
        own === source.address
          ? msg`Folder \`${entry.name.text}\` contains \`${lastSegmentOf(own)}\`, which includes it. Move the states to a separate folder.`
          : msg`Folder \`${entry.name.text}\` contains \`${lastSegmentOf(own)}\`, which includes it through ${formatCycle(way, own)}. Move the states to a separate folder.`;
      report(entry.name, message);
    }
  },
};

/** The files of the cycle, from the repeated one to this one. */
function formatCycle(way: readonly Address[], own: Address): string {
  const between = way.slice(0, way.indexOf(own)).reverse();
  return between.map((address) => `\`${lastSegmentOf(address)}\``).join(', ');
}
