import type { Message, TextOrMessage } from '../../text/message';
import type { Range } from '../../text/range';
import type { Insertion } from './insertion';

/** The kind of an item, which determines its icon. */
export type CompletionKind =
  | 'field'
  | 'value'
  | 'state'
  | 'event'
  | 'module'
  | 'widget'
  | 'context'
  | 'input'
  | 'result'
  | 'parameter'
  | 'output'
  | 'payload'
  | 'function'
  | 'method'
  | 'property'
  | 'class'
  | 'constant'
  | 'keyword'
  | 'folder'
  | 'file'
  | 'snippet'
  | 'member';

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The text next to the label: type, whether it is required, its file. */
  readonly detail?: TextOrMessage;
  /** Markdown, computed on request; undefined if there is no documentation. */
  readonly documentation?: () => Message | undefined;
  /** The new text; in the protocol's snippet syntax if `snippet` is true. Its indentation is final. */
  readonly insert: string;
  readonly snippet: boolean;
  /** Offsets of the document, always on one line and around the cursor. The whole range is replaced. */
  readonly replace: Range;
  /** After the cursor, `replace` has only the rest of a word, which may also be kept if the author prefers that. */
  readonly canKeepTail: boolean;
  /** The text to compare with what is typed, if it is not the label. */
  readonly filter?: string;
  /** Order in the list before anything is typed. */
  readonly sort: string;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** Suggestions should be triggered again after the item is accepted. */
  readonly retrigger?: boolean;
  /** Parameter hints should be shown after the item is accepted. */
  readonly showParameters?: boolean;
  /** Characters that accept the item and are then typed. */
  readonly commit?: readonly string[];
}

export interface CompletionList {
  readonly items: readonly CompletionItem[];
  /**
   * The list is truncated, or depends on files that are not read yet. The client requests it again on further typing.
   */
  readonly incomplete: boolean;
}

/** An item before its text is formatted for the place. */
export interface CompletionCandidate {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly insert: Insertion;
  /** The group in the list; within a group, items keep the order of the candidates. */
  readonly rank: number;
  /** A function if it is expensive: it is only called for items that are sent to the client. */
  readonly detail?: TextOrMessage | (() => TextOrMessage | undefined) | undefined;
  readonly documentation?: (() => Message | undefined) | undefined;
  readonly filter?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly preselect?: boolean | undefined;
  readonly retrigger?: boolean | undefined;
  readonly showParameters?: boolean | undefined;
  readonly commit?: readonly string[] | undefined;
}
