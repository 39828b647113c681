import { nearestNames } from '../text/nearest';
import { type Address, folderOf, lastSegmentOf, resolvePath } from './paths';
import type { Project } from './project';
import type { FileEntry } from './symbols';
import type { Workspace } from './workspace';

/**
 * Existing paths near a missing one, written in the same way: its first name that does not exist is replaced by one
 * that does. Empty while the folders are unknown.
 */
export function nearPaths(
  workspace: Workspace,
  project: Project,
  { name, use, source }: FileEntry,
): string[] {
  const main = folderOf(use.tag === 'automata' ? source : project.root);
  const missing = resolvePath(main, name.text);
  const around = workspace.around(missing, workspace.boundaryOf(project.root));
  if (around === undefined) return [];
  const lost = missing.slice(around.address.length + 1).split('/');
  const isLast = lost.length === 1;
  const { files, folders = [] } = around.state;
  const known = !isLast || use.tag === '!include' ? folders : files;
  const wanted = lastSegmentOf(resolvePath(around.address, decodeURIComponent(lost[0] ?? '')));
  const written = name.text.split(/[\\/]/);
  const at = written.length - lost.length;
  return nearestNames(wanted, known.map(lastSegmentOf)).flatMap((near) => {
    const path = written.map((segment, index) => (index === at ? near : segment)).join('/');
    const end: Address = [around.address, near, ...lost.slice(1)].join('/');
    // Dots in the path may have moved the segment.
    return resolvePath(main, path) === end ||
      decodeURIComponent(resolvePath(main, path)) === decodeURIComponent(end)
      ? [path]
      : [];
  });
}
