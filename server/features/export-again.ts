import type { FileTexts } from '../exchange/export';
import { currentExport } from '../exchange/export-current';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { FileChanges } from './rename/button-id';

/** Replaces the text of an export by the current result for its source. Undefined if the source cannot be exported. */
export function exportAgain(
  workspace: Workspace,
  address: Address,
  _offset: number,
  texts: FileTexts,
): FileChanges | undefined {
  const document = workspace.document(address);
  const now = currentExport(workspace, address, texts);
  if (document === undefined || now === undefined) return undefined;
  return new Map([[address, [{ range: { start: 0, end: document.length }, text: `${now}\n` }]]]);
}
