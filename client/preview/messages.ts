/** Messages between the preview panel and its page. Types only: both sides share this file. */

import type { PagePreview } from '../../server/protocol/messages';
import type { FromAnyPage } from '../page-messages';

/** From the panel to the page. */
export type ToPage =
  /** The current state, and the index of the innermost place that contains the cursor. */
  | { readonly type: 'preview'; readonly preview: PagePreview; readonly uri: string; readonly here?: number }
  /** Why there is nothing to show. */
  | { readonly type: 'none'; readonly reason: string };

/** From the page to the panel. */
export type FromPage =
  | FromAnyPage
  /** Reveal the source of a part. */
  | { readonly type: 'reveal'; readonly at: number };

/** What the page restores after a reload of the window; the serializer of the panel reads it. */
export interface SavedPage {
  /** The file of the state, and its id. */
  readonly uri: string;
  readonly id: string;
}
