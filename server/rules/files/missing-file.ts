import type { PathState } from '../../project/files';
import { nameOfPath } from '../../project/paths';
import type { FileEntry } from '../../project/symbols';
import { takenIn } from '../../project/workspace';
import type { Rule } from '../rule';
import { fileUses } from './file-uses';

/** A path in a tag that leads to nothing, or to something of the wrong kind. */
export const missingFile: Rule = {
  code: 'missing-file',
  severity: 'error',
  chapter: 'Files',
  title: 'The path of a tag leads to no file or folder that can be taken in',
  doc: '`!include` takes a folder, whose `.yaml` and `.yml` files are joined; `!oneline` takes a file. Paths are seen from the folder of the main file.',
  example: {
    wrong: 'type: automata\ninitial: home\nstates: !include no_such_folder',
    right: 'type: automata\ninitial: home\nstates:\n  home: {}',
  },
  check(subject, report) {
    for (const entry of fileUses(subject)) {
      const { state } = subject.workspace.resolvePath(subject.project, entry);
      const message = state && fault(entry, state);
      if (message) report(entry.name, message);
      if (entry.use.tag !== '!include' || state?.kind !== 'folder') continue;
      for (const address of takenIn(state.files)) {
        const why = memberFault(subject.workspace.pathState(address));
        if (why)
          report(entry.name, `\`${nameOfPath(address)}\` in this folder ${why}. Its states are missing.`);
      }
    }
  },
};

function fault({ use }: FileEntry, state: PathState): string | undefined {
  const path = `\`${use.path.text}\``;
  const isInclude = use.tag === '!include';
  switch (state.kind) {
    case 'missing':
      return isInclude
        ? `There is no folder ${path} beside the main file. Create it, or correct the path.`
        : `There is no file ${path}, neither beside the main file nor at the root of the workspace. Create it, or correct the path.`;
    case 'unreadable':
      return `${path} cannot be read: ${state.reason}.`;
    case 'folder':
      return isInclude ? undefined : `${path} is a folder. \`!oneline\` takes the text of one file.`;
    case 'file':
    case 'text':
      return isInclude
        ? `${path} is a file. \`!include\` takes a folder; name the one the file is in.`
        : undefined;
    case 'outside':
      return undefined; // Another rule speaks of it.
  }
}

/** What keeps a file of an included folder from being read, in words; undefined where nothing does. */
function memberFault(state: PathState | undefined): string | undefined {
  if (state?.kind === 'file' && state.why === 'not-text') return 'is no text file';
  if (state?.kind === 'unreadable') return `cannot be read: ${state.reason}`;
  return undefined;
}
