import { engine } from '../engine/engine';
import { exportedProject } from '../project/exports';
import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { type ExchangeData, isDataMap, isNumberText } from './data';
import { exportAutomata, type FileTexts, missingTexts } from './export';
import { readData } from './read-data';

/**
 * The JSON text that an export of a source has now; undefined for a file that is not an export, or if its source
 * cannot be exported.
 *
 * @param read the texts of files that the workspace does not read itself, see `filesForExport`
 */
export function exportCurrent(workspace: Workspace, address: Address, read: FileTexts): string | undefined {
  const source = exportedProject(workspace, address);
  if (source === undefined) return undefined;
  const texts = { get: (file: Address) => workspace.dataFile(file)?.text ?? read.get(file) };
  const exported = exportAutomata(workspace, source.root, texts);
  return 'text' in exported ? exported.text : undefined;
}

/** The files whose texts `exportCurrent` requires; empty for a file that is no export. */
export function filesForExport(workspace: Workspace, address: Address): readonly Address[] {
  const source = exportedProject(workspace, address);
  return source === undefined ? [] : missingTexts(workspace, source.root);
}

/**
 * The text of an existing file that is not read: no string of an exported JSON file consists of this character alone.
 */
const UNREAD = '\0';

/** Whether an export differs from its source, apart from layout and the order of keys. */
export const isStaleExport = engine.query(
  'stale export',
  (workspace: Workspace, project: Project, address: Address): boolean => {
    const source = exportedProject(workspace, address);
    if (source === undefined) return false;
    // The texts are read from documents, which the engine does not know.
    for (const member of source.members) source.unitsOf(member.source.address);
    const isThere = (file: Address) => /^(?:file|text)$/.test(workspace.pathState(file)?.kind ?? '');
    const get = (file: Address) => workspace.dataFile(file)?.text ?? (isThere(file) ? UNREAD : undefined);
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
    return written === undefined || !isSame(written, now.data);
  },
);

function isSame(a: ExchangeData, b: ExchangeData): boolean {
  if (isNumberText(a) || isNumberText(b))
    return isNumberText(a) && isNumberText(b) && (a.text === b.text || Number(a.text) === Number(b.text));
  if (isDataMap(a) || isDataMap(b))
    return (
      isDataMap(a) && isDataMap(b) && a.size === b.size && [...a].every(([key, value]) => has(b, key, value))
    );
  if (isList(a) || isList(b))
    return (
      isList(a) &&
      isList(b) &&
      a.length === b.length &&
      a.every((item, index) => isSame(item, b[index] ?? null))
    );
  return a === b || (b === UNREAD && typeof a === 'string');
}

function has(map: ReadonlyMap<string, ExchangeData>, key: string, value: ExchangeData): boolean {
  const other = map.get(key);
  return other !== undefined && isSame(value, other);
}

function isList(data: ExchangeData): data is readonly ExchangeData[] {
  return Array.isArray(data);
}
