import { type ExportedAutomata, exportAutomata, missingTexts } from '../../server/exchange/export';
import type { FixtureFile } from './fixture';
import { addressOf, workspaceOf } from './workspace';

/** Exports one of these files. Files that are not state files are provided on request. */
export function exportOf(files: readonly FixtureFile[], main = 'main.yaml'): ExportedAutomata {
  const workspace = workspaceOf(files);
  const known = new Map(files.map(({ path, text }) => [addressOf(path), text]));
  const texts = missingTexts(workspace, addressOf(main)).flatMap((address) => {
    const text = known.get(address);
    return text === undefined ? [] : [[address, text] as const];
  });
  return exportAutomata(workspace, addressOf(main), new Map(texts));
}
