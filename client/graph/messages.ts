/** Messages between the panel of the state graph and its page. Types only: both sides share this file. */

import type { GraphChange } from '../../server/drawing/graph-change';
import type { StateGraph } from '../../server/drawing/state-graph';
import type { MarkedGraph } from '../../server/protocol/messages';
import type { FromAnyPage } from '../page-messages';
import type { EditKind } from './edit/kinds';

/** The format in which a drawing is saved or copied. */
export type ExportFormat = 'svg' | 'png' | TextFormat;

/** Formats of other programs. */
export type TextFormat = 'mermaid' | 'dot';

/** From the panel to the page. */
export type ToPage =
  /** The current graph, which replaces the previous one. */
  | { readonly type: 'graph'; readonly graph: StateGraph; readonly title: string }
  /** The same, as changes of the graph before. A large graph takes longer to send than to draw. */
  | { readonly type: 'graphChange'; readonly change: GraphChange; readonly title: string }
  /** Why there is no graph; the last one remains. */
  | { readonly type: 'none'; readonly reason: string }
  /** The cursor is in the text of this state or automata, and in this transition of it. */
  | { readonly type: 'cursor'; readonly id: string; readonly edge: string | undefined }
  /** What no scenario reached in the last run with coverage; undefined without coverage. */
  | { readonly type: 'coverage'; readonly unreached: UnreachedPart | undefined }
  /** The path of the displayed conversation; undefined without one. */
  | { readonly type: 'run'; readonly walked: WalkedPart | undefined }
  /** How the parts of the graph differ from another version of it. */
  | { readonly type: 'marks'; readonly marks: MarkedGraph }
  /** The end of an edit of the text, also of one that the user cancelled. */
  | EditResult
  | TextField
  /** The user ran a command of VS Code for the page. */
  | { readonly type: 'export'; readonly format: ExportFormat }
  /** The same, for what is selected: the page answers with its request to edit it. */
  | { readonly type: 'edit' };

export interface EditResult {
  readonly type: 'edited';
  /** What was done, or why not, in one sentence; empty if the user cancelled. */
  readonly text: string;
  readonly isRefused?: boolean;
  /** Whether the edit was requested with an answer. */
  readonly isAnswer?: boolean;
  /** What is selected in the graph of the new text. */
  readonly id?: string | undefined;
  /** If an answer was refused because the text has changed: the text that the next answer replaces. */
  readonly value?: string | undefined;
}

/** A text that the user edits where it is drawn. The page requests the same edit again, with the answer. */
export interface TextField {
  readonly type: 'field';
  readonly kind: EditKind;
  readonly ids: readonly string[];
  readonly seen: readonly (string | undefined)[];
  /** The node or edge at which it is. */
  readonly at: string;
  readonly title: string;
  /** What the text is, in one or two sentences. */
  readonly prompt: string;
  readonly value: string;
  readonly isLong?: boolean;
  readonly isCode?: boolean;
  /** The index of a button. */
  readonly button?: number;
}

/** What the user has entered in a field. */
export interface FieldAnswer extends Pick<TextField, 'button'> {
  readonly text: string;
  /** The text that it replaces. */
  readonly before: string;
}

/** A request to edit the text by the graph. */
export interface EditRequest {
  /** Without it, the user chooses among those that are possible. */
  readonly kind?: EditKind;
  /** A node, an edge or several nodes; without any, the canvas. */
  readonly ids?: readonly string[];
  /** Their identities in the drawing. */
  readonly seen?: readonly (string | undefined)[] | undefined;
  /** Of a line that was drawn. */
  readonly end?: LineEnd;
  /** Without it, the user is asked for a text. */
  readonly answer?: FieldAnswer;
  /** If the first kind is not possible. */
  readonly otherwise?: EditKind;
}

/** The target of a transition, or the automata of a new state that it leads to. */
export type LineEnd = { readonly to: string } | { readonly newIn: string };

/** Ids of nodes and edges. */
export interface UnreachedPart {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

/** The path of a conversation in the graph. */
export interface WalkedPart {
  /** How often each state was entered, and each transition taken, by the ids of nodes and edges. */
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
  /** The current state. */
  readonly current: string | undefined;
  /** The edges of events that its user can raise now. */
  readonly open: readonly string[];
}

/** From the page to the panel. */
export type FromPage =
  | FromAnyPage
  /** Reveal the source of a node or an edge, with or without moving the focus. */
  | { readonly type: 'reveal'; readonly id: string; readonly focus: boolean }
  /** Take a transition in the displayed conversation. */
  | { readonly type: 'take'; readonly id: string }
  | ({ readonly type: 'edit' } & EditRequest)
  /** The end of an edit is visible. */
  | { readonly type: 'shown' }
  /** Undo or redo the last edit of the text. */
  | { readonly type: 'undo' | 'redo' }
  /** A drawing to save; a PNG is base64-encoded. */
  | { readonly type: 'save'; readonly format: ExportFormat; readonly content: string };

/** What the page restores after a reload of the window; the serializer of the panel reads `uri`. */
export interface SavedPage {
  /** A file of the project that is drawn. */
  readonly uri: string;
}

/** Initial data of the page, in an attribute of its document. */
export interface PageStart {
  readonly uri: string;
  /** The address of the layout script. */
  readonly layouter: string;
  /** Whether the text can be edited by the drawing. */
  readonly isEditable?: boolean;
}
