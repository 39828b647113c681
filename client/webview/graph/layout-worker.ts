/** Computes layouts in a worker, so that the page stays responsive. A separate bundle. */

import { computeLayout } from '../../../server/drawing/compute-layout';
import type { LayoutResult, LayoutWork } from './layout-messages';

// The library assumes that it owns the worker, and sets a listener.
globalThis.onmessage = null;

const unknownSize = { width: 120, height: 34 };

addEventListener('message', ({ data }: MessageEvent<LayoutWork>) => {
  computeLayout(data.graph, (node) => data.sizes.get(node.id) ?? unknownSize, data.previous).then(
    (layout) => answer({ layout }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});

function answer(result: LayoutResult): void {
  postMessage(result);
}
