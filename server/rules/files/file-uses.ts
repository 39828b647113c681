import type { FileEntry } from '../../project/names/symbols';
import type { Subject } from '../rule';

/** The paths in tags of the checked unit, in the order of the text. */
export function fileUses({ project, source, unit }: Subject): readonly FileEntry[] {
  const entries = project.table.get('file', source.address);
  return project.sorted(entries.filter((entry) => entry.unit === unit));
}

/** Whether a file is included, so that tags do not work in it, wherever their paths lead (`tag-in-included-file`). */
export function isIncluded({ project, source }: Subject): boolean {
  return project.isAutomata && project.root !== source.address;
}
