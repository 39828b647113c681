import { nearestNames } from '../../text/nearest';
import type { FileEntry } from '../names/symbols';
import type { Project } from '../project';
import type { Workspace } from '../workspace';
import { folderOf, lastSegmentOf, resolvePath } from './paths';

/**
 * Existing paths near a missing one, written in the same way: the first segment that does not exist is replaced by the
 * name of an existing file or folder. Empty while the folders are unknown.
 */
export function nearPaths(
  workspace: Workspace,
  project: Project,
  { name, use, source }: FileEntry,
): string[] {
  const main = folderOf(use.tag === 'automata' ? source : project.root);
  const missing = resolvePath(main, name.text);
  const parent = workspace.around(missing, workspace.boundaryOf(project.root));
  if (parent === undefined) return [];
  const missingSegments = missing.slice(parent.address.length + 1).split('/');
  const [first = '', ...rest] = missingSegments;
  const isLast = rest.length === 0;
  const { files, folders = [] } = parent.state;
  const known = !isLast || use.tag === '!include' ? folders : files;
  const misspelt = lastSegmentOf(resolvePath(parent.address, decodeURIComponent(first)));
  const written = name.text.split(/[\\/]/);
  const at = written.length - missingSegments.length;
  return nearestNames(misspelt, known.map(lastSegmentOf)).flatMap((near) => {
    const path = written.map((segment, index) => (index === at ? near : segment)).join('/');
    const end = [parent.address, near, ...rest].join('/');
    // `.` and `..` in the path may have moved the segment.
    return resolvePath(main, path) === end ||
      decodeURIComponent(resolvePath(main, path)) === decodeURIComponent(end)
      ? [path]
      : [];
  });
}
