import type { Address } from '../../project/files/paths';
import type { Edit } from '../../rules/edits';
import type { Fix } from '../../rules/rule';
import type { Message } from '../../text/message';
import { type Range, shiftRange } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
import type { CursorLocation } from '../cursor-location';

/** An edit that preserves the meaning of the project. */
export interface Refactoring {
  readonly title: Message;
  /** The last segment of the code action kind: `refactor.rewrite`, ... */
  readonly kind: 'rewrite' | 'extract' | 'move';
  /** One per document; edits are in its offsets. */
  readonly changes: readonly DocumentChange[];
  readonly create?: NonNullable<Fix['create']>;
}

export interface DocumentChange {
  readonly address: Address;
  readonly document: Document;
  readonly edits: readonly Edit[];
}

/** What a cursor or selection is on; the cursor is the start of the selection. */
export interface RefactoringContext {
  readonly at: CursorLocation;
  /** In offsets of the unit. */
  readonly selection: Range;
}

/** A refactoring that only edits the unit at the cursor, in its offsets. */
export function unitRefactoring(
  { at }: RefactoringContext,
  title: Message,
  edits: readonly Edit[],
): Refactoring {
  return { title, kind: 'rewrite', changes: [unitChange(at, edits)] };
}

/** Edits in offsets of the unit at the cursor, as a change of its document. */
export function unitChange({ source, unitStart }: CursorLocation, edits: readonly Edit[]): DocumentChange {
  const { address, document } = source;
  return {
    address,
    document,
    edits: edits.map(({ range, text }) => ({ range: shiftRange(range, unitStart), text })),
  };
}
