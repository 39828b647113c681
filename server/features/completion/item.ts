import type { Message, TextOrMessage } from '../../text/message';
import type { Range } from '../../text/range';
import type { Insertion } from './insertion';

/** What an item is, for its icon. */
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
  /** The line beside the label: type, whether it is required, the file it comes from. */
  readonly detail?: TextOrMessage;
  /** Markdown, computed on request; undefined if there is no documentation. */
  readonly documentation?: () => Message | undefined;
  /** The new text; in the snippet syntax of the protocol if `snippet` is true. Its indentation is final. */
  readonly insert: string;
  readonly snippet: boolean;
  /** Offsets of the document, always on one line and around the cursor. All of it is replaced. */
  readonly replace: Range;
  /**
   * After the cursor `replace` holds nothing but the rest of a word, which may also stay where it is if the author
   * prefers that.
   */
  readonly keepsTail: boolean;
  /** What typing is compared with, where that is not the label. */
  readonly filter?: string;
  /** Orders the list where what was typed does not. */
  readonly sort: string;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** Suggestions should be triggered again after the item is accepted. */
  readonly retrigger?: boolean;
  /** The help on parameters should be opened once the item is accepted. */
  readonly showParameters?: boolean;
  /** Characters that accept the item and are typed after it. */
  readonly commit?: readonly string[];
}

export interface CompletionList {
  readonly items: readonly CompletionItem[];
  /** There is more: the list is cut, or the world has not answered yet. Typing on, the client asks again. */
  readonly incomplete: boolean;
}

/** An item before it is known how its text has to be written at the place. */
export interface CompletionCandidate {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly insert: Insertion;
  /** The group in the list; within a group items keep the order in which they are offered. */
  readonly rank: number;
  /** Made only for items that are given to the client, where it is more than a word. */
  readonly detail?: TextOrMessage | (() => TextOrMessage | undefined) | undefined;
  readonly documentation?: (() => Message | undefined) | undefined;
  readonly filter?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly preselect?: boolean | undefined;
  readonly retrigger?: boolean | undefined;
  readonly showParameters?: boolean | undefined;
  readonly commit?: readonly string[] | undefined;
}
