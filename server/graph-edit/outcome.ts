import type { Address } from '../project/files/paths';
import type { Message } from '../text/message';
import type { Range } from '../text/range';
import type { Draft } from './draft';
import type { OperationKind, OperationOf } from './operation';

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
}

export type Operate<K extends OperationKind> = (
  draft: Draft,
  operation: OperationOf<K>,
) => Done | EditRefusal;

export function refuse(refused: Message): EditRefusal {
  return { refused };
}

export function isRefusal(result: object | string | undefined): result is EditRefusal {
  return typeof result === 'object' && 'refused' in result;
}
