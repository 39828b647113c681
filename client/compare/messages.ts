/** Messages between the panel of a comparison and its page. Types only: both sides share this file. */

import type { AutomataComparison, VersionLocation } from '../../server/protocol/messages';
import type { SourceRange } from '../../server/run/conversation/events';
import type { FromPage as FromGraph } from '../graph/messages';
import type { FromAnyPage } from '../page-messages';

/** What is compared; the page stores it, and the serializer of the panel reads it. */
export interface SavedPage {
  /** The main file of the automata. */
  readonly uri: string;
  /** As git understands it. */
  readonly revision: string;
  /** As its user chose it: a branch, a tag, or a short hash with a subject. */
  readonly label: string;
}

/** From the panel to the page. */
export type ToPage =
  | {
      readonly type: 'comparison';
      readonly comparison: AutomataComparison;
      readonly saved: SavedPage;
      /** Whether the text has changed since. */
      readonly isStale: boolean;
    }
  /** The versions are being compared. */
  | { readonly type: 'comparing'; readonly saved: SavedPage; readonly steps: number }
  /** Why there is nothing to show. */
  | {
      readonly type: 'none';
      readonly saved: SavedPage;
      readonly reason: string;
      readonly needsTrust: boolean;
      readonly location: VersionLocation | undefined;
    };

/** From the page to the panel. */
export type FromPage =
  | FromAnyPage
  | Extract<FromGraph, { readonly type: 'save' }>
  | { readonly type: 'showLocation'; readonly location: VersionLocation }
  | { readonly type: 'showPlace'; readonly version: VersionLocation['version']; readonly place: SourceRange }
  /** Compare again with the current text. */
  | { readonly type: 'again' }
  /** Compare with another revision. */
  | { readonly type: 'other' }
  | { readonly type: 'cancel' };

/** Initial data of the page, in an attribute of its document. */
export interface ComparePageStart extends SavedPage {
  /** The address of the layout script. */
  readonly layouter: string;
}
