import type { ProcessedText } from './processed-text';
import type { WorkObserver } from './work-monitor';

/** What a worker tells its client: that it works, on a text if it is named, or that it does not. */
export type WorkMessage = { readonly works: true; readonly text?: ProcessedText } | { readonly works: false };

/** The least time between two signs of life. */
const BEAT_MS = 500;

/**
 * Tells a client what this worker does, so that the client can replace it. A message is delivered even if this worker
 * never returns to its event loop.
 */
export function observeThrough(port: { postMessage(message: WorkMessage): void }): WorkObserver {
  let last: WorkMessage = { works: false };
  let lastTime = 0;
  const post = (message: WorkMessage) => {
    last = message;
    lastTime = performance.now();
    port.postMessage(message);
  };
  return {
    working: (text) => post({ works: true, ...(text && { text }) }),
    beat() {
      if (performance.now() - lastTime >= BEAT_MS) post(last);
    },
    idle: () => post({ works: false }),
    shutDown: () => undefined,
  };
}
