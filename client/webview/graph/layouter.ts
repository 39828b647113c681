import type { Layout } from '../../../server/drawing/layout';
import { CancellableWait } from './cancellable-wait';
import type { LayoutResult, LayoutWork } from './layout-messages';

/**
 * Computes layouts in a worker, one at a time: a newer graph cancels an older one. A layout that takes long begins when the
 * user rests, so that a sequence of edits is drawn without it computing beside them.
 */
export class Layouter {
  readonly #address: string;
  #script: Promise<string> | undefined;
  #worker: Worker | undefined;
  readonly #running = new CancellableWait();
  /** Numbers the requests; answers to older ones are ignored. */
  #task = 0;
  /** How long the last layout took, in milliseconds. */
  #duration = 0;
  /** When the user last pressed something, or a layout was requested; in the time of `performance`. */
  #lastAction = 0;

  /** @param address of the bundled worker */
  constructor(address: string) {
    this.#address = address;
    for (const event of ['keydown', 'pointerdown'])
      addEventListener(event, () => this.#acted(), { capture: true });
  }

  /** How long the user rests before the next layout begins, in milliseconds: a quarter of the time that the last one took. */
  get rest(): number {
    return this.#duration / 4;
  }

  /** The layout, or undefined if a newer one has been requested. Rejects with the reason if the layout fails. */
  async layOut(work: LayoutWork): Promise<Layout | undefined> {
    this.forget();
    const task = this.#task;
    const script = await this.#load();
    this.#acted();
    while (task === this.#task && this.#leftOfRest > 0)
      await new Promise((resolve) => setTimeout(resolve, this.#leftOfRest));
    if (task !== this.#task) return undefined;
    this.#worker ??= new Worker(script);
    const begin = performance.now();
    const result = await this.#running.waitFor(ask(this.#worker, work));
    if (result === undefined || task !== this.#task) return undefined;
    this.#duration = performance.now() - begin;
    if ('error' in result) throw new Error(result.error);
    return result.layout;
  }

  #acted(): void {
    this.#lastAction = performance.now();
  }

  get #leftOfRest(): number {
    return this.#lastAction + this.rest - performance.now();
  }

  /** Cancels the running layout, if any. */
  forget(): void {
    this.#task += 1;
    if (!this.#running.isWaiting) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running.cancel();
  }

  /** Scripts of an extension have another origin; a worker must have that of the page. */
  #load(): Promise<string> {
    this.#script ??= fetch(this.#address)
      .then((response) => response.text())
      .then((text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
    return this.#script;
  }
}

/** A terminated worker never answers. */
function ask(worker: Worker, work: LayoutWork): Promise<LayoutResult> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<LayoutResult>) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message });
    worker.postMessage(work);
  });
}
