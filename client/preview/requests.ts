/** What the panel of the preview asks the server, beyond the Language Server Protocol. */

import { type Position, type Range, RequestType } from 'vscode-languageclient';
import type { NoPreview } from '../../server/features/preview/data';
import type { ShownPreview } from './messages';

/** What is shown of a state, and where its parts are written: each `at` is an index of the places. */
export interface PlacedPreview {
  readonly uri: string;
  readonly preview: ShownPreview;
  readonly places: readonly Range[];
}

export type PreviewAnswer = PlacedPreview | { readonly none: NoPreview };

/**
 * Asks for the preview of the state at a cursor. Where that is in the text of no state, `shown` stays: the id of the
 * state that is shown.
 */
export const statePreviewRequest = new RequestType<
  {
    readonly textDocument: { readonly uri: string };
    readonly position: Position;
    readonly shown?: string;
  },
  PreviewAnswer,
  void
>('atomicState/statePreview');
