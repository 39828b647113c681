import { engine } from '../engine/engine';
import { exportedProject } from '../project/files/exports';
import type { Address } from '../project/files/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { isSameData } from './data';
import { exportAutomata, type FileTexts, missingTexts } from './export';
import { readData } from './read-data';

/**
 * The JSON text that an export of a source has now; undefined for a file that is not an export, or if its source
 * cannot be exported.
 *
 * @param read the texts of files that the workspace does not read itself, see `filesForExport`
 */
export function currentExport(workspace: Workspace, address: Address, read: FileTexts): string | undefined {
  const source = exportedProject(workspace, address);
  if (source === undefined) return undefined;
  const texts = { get: (file: Address) => workspace.dataFile(file)?.text ?? read.get(file) };
  const exported = exportAutomata(workspace, source.root, texts);
  return 'text' in exported ? exported.text : undefined;
}

/** The files whose texts `currentExport` requires; empty for a file that is not an export. */
export function filesForExport(workspace: Workspace, address: Address): readonly Address[] {
  const source = exportedProject(workspace, address);
  return source === undefined ? [] : missingTexts(workspace, source.root);
}

/** Represents the text of an existing file that is not read: no exported string consists of this character alone. */
const UNREAD = '\0';

/** Whether an export differs from its source, apart from layout and the order of keys. */
export const isStaleExport = engine.query(
  'stale export',
  (workspace: Workspace, project: Project, address: Address): boolean => {
    const source = exportedProject(workspace, address);
    if (source === undefined) return false;
    // The texts are read from documents, which are not inputs: their units are recorded as dependencies instead.
    for (const member of source.members) source.unitsOf(member.source.address);
    const get = (file: Address) => {
      const text = workspace.dataFile(file)?.text;
      if (text !== undefined) return text;
      const kind = workspace.pathState(file)?.kind;
      return kind === 'file' || kind === 'text' ? UNREAD : undefined;
    };
    const now = exportAutomata(workspace, source.root, { get });
    if (!('data' in now)) return false;
    const text = project
      .unitsOf(address)
      .map((unit) => unit.text)
      .join('');
    const written = readData(
      text,
      'json',
      () => undefined,
      () => {},
    );
    return (
      written === undefined || !isSameData(written, now.data, (a, b) => b === UNREAD && typeof a === 'string')
    );
  },
);
