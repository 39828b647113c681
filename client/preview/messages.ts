/** What the panel of the preview and the page in it say to each other. Types only: both sides share this file. */

import type { PagePreview } from '../../server/protocol/messages';
import type { FromAnyPage } from '../page-messages';
import type { PreviewTexts } from './texts';

/** From the panel to the page. */
export type ToPage =
  /** The state as it is now, and the innermost of its places that the cursor is in. */
  | { readonly type: 'preview'; readonly preview: PagePreview; readonly uri: string; readonly here?: number }
  /** There is nothing to show, for this reason. */
  | { readonly type: 'none'; readonly reason: string };

/** From the page to the panel. */
export type FromPage =
  | FromAnyPage
  /** Show where a part is written. */
  | { readonly type: 'reveal'; readonly at: number };

/** What the page remembers over a reload of the window; the serializer of the panel reads it. */
export interface SavedPage {
  /** The file of the state, and its id. */
  readonly uri: string;
  readonly id: string;
}

/** Initial data of the page. */
export interface PageStart {
  readonly texts: PreviewTexts;
}
