import type { Address } from '../../project/paths';
import type { Workspace } from '../../project/workspace';
import { type Range, shift } from '../../text/range';
import { locate } from '../locate';
import { extractTextRefactorings } from './extract-text';
import { moveRefactorings } from './move-state';
import type { Asked, Refactoring } from './refactoring';
import { stateFileRefactorings } from './state-file';
import { statesFolderRefactorings } from './states-folder';
import { taskRefactorings } from './tasks';
import { transitionRefactorings } from './transition';

export type { Refactoring } from './refactoring';

const ALL: readonly ((asked: Asked) => Refactoring[])[] = [
  transitionRefactorings,
  taskRefactorings,
  extractTextRefactorings,
  stateFileRefactorings,
  statesFolderRefactorings,
  moveRefactorings,
];

/**
 * What can be written differently at a selection (offsets of the document) without changing what the project means.
 * Offered only where that is certain: nothing where the text around cannot be read.
 */
export function refactorings(workspace: Workspace, address: Address, selection: Range): Refactoring[] {
  const at = locate(workspace, address, selection.start);
  if (at === undefined || at.unit.isTooLarge) return [];
  const isRead = at.unit.parsed.problems.every(({ kind }) => kind === 'comment' || kind === 'trailing-comma');
  const inside = shift(selection, -at.unitStart);
  if (!isRead || inside.end > at.unit.text.length) return [];
  return ALL.flatMap((find) => find({ at, selection: inside }));
}
