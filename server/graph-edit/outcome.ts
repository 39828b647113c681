import type { Address } from '../project/files/paths';
import type { ScopePath } from '../project/names/scope-path';
import type { Message } from '../text/message';
import type { Range } from '../text/range';
import type { Draft } from './draft';
import type { OperationOf, StepKind } from './operation';

/** Why an operation is not possible, and what to do. */
export interface EditRefusal {
  readonly refused: Message;
}

/** What an operation has written; its edits are those of the draft. */
export interface Done {
  /** The `id` of the node or edge that is new or changed, in the graph after the edits. */
  readonly id?: string;
  /** Where the author continues to write, in the text after the edits; by default at the node or edge. */
  readonly at?: { readonly address: Address; readonly range: Range };
  /** Where it has moved scopes, whose names still have to be written for their new places. */
  readonly moved?: Moved;
}

/** Where a scope is after a move. */
export type Moved = (path: ScopePath) => ScopePath;

export type Operate<K extends StepKind> = (draft: Draft, operation: OperationOf<K>) => Done | EditRefusal;

export function refuse(refused: Message): EditRefusal {
  return { refused };
}

/** All results, or the first refusal. */
export function allOf<T extends object>(results: readonly (T | EditRefusal)[]): T[] | EditRefusal {
  return results.find(isRefusal) ?? results.filter((one): one is T => !isRefusal(one));
}

export function isRefusal(result: object | string | undefined): result is EditRefusal {
  return typeof result === 'object' && 'refused' in result;
}
