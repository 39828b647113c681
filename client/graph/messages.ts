/** What the panel of the state graph and the page in it say to each other. Types only: both sides share this file. */

import type { StateGraph } from '../../server/drawing/state-graph';
import type { FromAnyPage } from '../page-messages';
import type { GraphTexts } from './texts';

/** The format in which a drawing is saved or copied. */
export type ExportFormat = 'svg' | 'png' | TextFormat;

/** Those that other programs draw. */
export type TextFormat = 'mermaid' | 'dot';

/** From the panel to the page. */
export type ToPage =
  /** The graph as it is now, instead of the one before. */
  | { readonly type: 'graph'; readonly graph: StateGraph; readonly title: string }
  /** There is no graph now, for this reason; the last one stays. */
  | { readonly type: 'none'; readonly reason: string }
  /** The cursor is in the text of this state or automata, and in this transition of it. */
  | { readonly type: 'cursor'; readonly id: string; readonly edge: string | undefined }
  /** What no scenario reached in the last run with coverage; undefined without one. */
  | { readonly type: 'coverage'; readonly unreached: UnreachedPart | undefined }
  /** What the conversation that is shown has walked; undefined without one. */
  | { readonly type: 'run'; readonly walked: WalkedPart | undefined }
  /** The user ran a command of VS Code for the page. */
  | { readonly type: 'export'; readonly format: ExportFormat };

/** Ids of nodes and edges. */
export interface UnreachedPart {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

/** What a conversation has walked. */
export interface WalkedPart {
  /** How often each state was entered, and each transition taken, by the ids of nodes and edges. */
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
  /** The state that it is in. */
  readonly current: string | undefined;
  /** The edges of events that its user can raise now. */
  readonly open: readonly string[];
}

/** From the page to the panel. */
export type FromPage =
  | FromAnyPage
  /** Show where a node or an edge is written; with the focus, or without leaving the page. */
  | { readonly type: 'reveal'; readonly id: string; readonly focus: boolean }
  /** Take a transition in the conversation that is shown. */
  | { readonly type: 'take'; readonly id: string }
  /** A drawing that is to be saved; of a PNG the bytes in base64. */
  | { readonly type: 'save'; readonly format: ExportFormat; readonly content: string }
  /** Text for the clipboard. */
  | { readonly type: 'copy'; readonly text: string };

/** What the page remembers over a reload of the window; the serializer of the panel reads `uri`. */
export interface SavedPage {
  /** A file of the project that is drawn. */
  readonly uri: string;
}

/** Initial data of the page, in an attribute of its document. */
export interface PageStart {
  readonly uri: string;
  /** The address of the script that places nodes and edges. */
  readonly layouter: string;
  readonly texts: GraphTexts;
}
