import type { Address } from '../../project/files/paths';
import type { Workspace } from '../../project/workspace';
import { type Range, shiftRange } from '../../text/range';
import { locateCursor } from '../cursor-location';
import { extractTextRefactorings } from './extract-text';
import { fileAt, inlineTextRefactorings } from './inline-text';
import { moveRefactorings } from './move-state';
import type { Refactoring, RefactoringContext } from './refactoring';
import { statesFolderRefactorings } from './states-folder';
import { taskRefactorings } from './tasks';
import { transitionRefactorings } from './transition';

export type { Refactoring } from './refactoring';

const ALL: readonly ((context: RefactoringContext) => Refactoring[])[] = [
  transitionRefactorings,
  taskRefactorings,
  extractTextRefactorings,
  statesFolderRefactorings,
  moveRefactorings,
];

/**
 * The refactorings at a selection (offsets of the document) that do not change the meaning of the project. Only
 * offered if that is certain: none if the surrounding text has syntax errors. `texts` are those of the files that
 * `filesFor` returns.
 */
export function refactorings(
  workspace: Workspace,
  address: Address,
  selection: Range,
  texts: ReadonlyMap<Address, string> = new Map(),
): Refactoring[] {
  const context = contextAt(workspace, address, selection);
  if (context === undefined) return [];
  return [...ALL.flatMap((find) => find(context)), ...inlineTextRefactorings(context, texts)];
}

/** The files whose texts are needed for the refactorings at a selection. */
export function filesFor(workspace: Workspace, address: Address, selection: Range): readonly Address[] {
  const context = contextAt(workspace, address, selection);
  const file = context && fileAt(context);
  return file === undefined ? [] : [file];
}

function contextAt(workspace: Workspace, address: Address, selection: Range): RefactoringContext | undefined {
  const at = locateCursor(workspace, address, selection.start);
  if (at === undefined || at.unit.skipped) return undefined;
  const isRead = at.unit.parsed.problems.every(({ kind }) => kind === 'comment' || kind === 'trailing-comma');
  const inside = shiftRange(selection, -at.unitStart);
  return isRead && inside.end <= at.unit.text.length ? { at, selection: inside } : undefined;
}
