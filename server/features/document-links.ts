import { type Address, folderOf, lastSegmentOf, shortName } from '../project/files/paths';
import type { FileEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { type Message, msg } from '../text/message';
import { type Range, shiftRange } from '../text/range';
import { stateFiles } from './symbols/sites';

/** A path that can be followed. The range is that of the path in its document, inside quotes. */
interface DocumentLink {
  readonly range: Range;
  readonly address: Address;
  /** A short description of the link. */
  readonly tooltip: Message;
}

/**
 * The paths of `!include` and `!oneline` in a file, in the order of the text. Editors can only open files, so a
 * folder opens its first state file. A path that does not exist is not a link.
 */
export function documentLinks(workspace: Workspace, address: Address): readonly DocumentLink[] {
  const [project] = workspace.projectsOf(address);
  const document = project?.source(address)?.document;
  if (project === undefined || document === undefined) return [];
  return project.inOrder('file', address).flatMap((entry) => {
    const found = destination(workspace, project, entry);
    const { start, end } = entry.name;
    return found ? [{ ...found, range: shiftRange({ start, end }, document.startOf(entry.unit)) }] : [];
  });
}

function destination(
  workspace: Workspace,
  project: Project,
  entry: FileEntry,
): Pick<DocumentLink, 'address' | 'tooltip'> | undefined {
  const { address, state } = workspace.resolvePath(project, entry);
  if (entry.use.tag !== '!include') {
    const isFile = state?.kind === 'text' || state?.kind === 'file';
    const name = shortName(address, folderOf(project.root));
    return isFile ? { address, tooltip: msg`Open ${name}` } : undefined;
  }
  if (state?.kind !== 'folder') return undefined;
  const files = stateFiles(state.files, project);
  const [first] = files;
  if (first === undefined) return undefined;
  const folder = lastSegmentOf(address);
  const which = files.length === 1 ? msg('the only file') : msg`the first of ${files.length} files`;
  return { address: first, tooltip: msg`Open ${lastSegmentOf(first)}, ${which} in ${folder}` };
}
