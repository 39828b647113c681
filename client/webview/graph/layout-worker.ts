/**
 * Computes layouts: in a worker, so that the page of the graph stays responsive, and in Node for the command line. One
 * bundle for both, because its library is a quarter of the package.
 */

import { computeLayout } from '../../../server/layout';
import type { LayoutResult, LayoutWork } from './layout-messages';

export { computeLayout };

const unknownSize = { width: 120, height: 34 };

function onWork({ data }: MessageEvent<LayoutWork>): void {
  computeLayout(data.graph, (node) => data.sizes.get(node.id) ?? unknownSize, data.previous).then(
    (layout) => answer({ layout }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
}

function answer(result: LayoutResult): void {
  postMessage(result);
}

if ('importScripts' in globalThis) {
  // The library assumes that it owns the worker, and sets a listener.
  globalThis.onmessage = null;
  addEventListener('message', onWork);
}
