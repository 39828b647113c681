import type { ProcessedText } from '../server/watchdog/processed-text';
import type { WorkMessage } from '../server/watchdog/work-port';

/** The parts of a browser's API that are needed here. */
export interface ServerWorker {
  postMessage(message: unknown, transfer: readonly unknown[]): void;
  terminate(): void;
}
declare const MessageChannel: new () => {
  readonly port1: { onmessage: ((event: { readonly data: WorkMessage }) => void) | null; close(): void };
  readonly port2: unknown;
};

/** The time without a sign of life after which a worker that works is replaced, in ticks. */
const MAX_SILENT_TICKS = 8;
const TICK_MS = 1000;

/**
 * Sends the first message to a worker, and terminates the worker if it works and gives no sign of life.
 *
 * @param hung called afterwards, with the text that was being processed
 */
export function watchWorker(
  worker: ServerWorker,
  bundles: string,
  hung: (text: ProcessedText | undefined) => void,
): void {
  const { port1, port2 } = new MessageChannel();
  let text: ProcessedText | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let silentTicks = 0;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = () => {
    // A timer of a computer that slept fires once.
    if (++silentTicks < MAX_SILENT_TICKS) return;
    stop();
    port1.close();
    worker.terminate();
    hung(text);
  };
  port1.onmessage = ({ data }) => {
    silentTicks = 0;
    if (data.works) {
      ({ text } = data);
      timer ??= setInterval(tick, TICK_MS);
    } else stop();
  };
  worker.postMessage({ bundles, watch: port2 }, [port2]);
}
