import type { Layout } from '../../../server/drawing/layout';
import type { LayoutResult, LayoutWork } from './layout-messages';

/** Has layouts worked out in a worker, one at a time: a newer graph ends the work on an older. */
export class Layouter {
  readonly #address: string;
  #script: Promise<string> | undefined;
  #worker: Worker | undefined;
  #isBusy = false;
  /** Counts the tasks; the answer to an older one is nobody's any more. */
  #task = 0;

  /** @param address of the bundled worker */
  constructor(address: string) {
    this.#address = address;
  }

  /** The layout, or undefined if another was asked for in the meantime. Rejects with the reason if there is none. */
  async layOut(work: LayoutWork): Promise<Layout | undefined> {
    this.forget();
    const task = this.#task;
    const script = await this.#load();
    if (task !== this.#task) return undefined;
    this.#worker ??= new Worker(script);
    this.#isBusy = true;
    const result = await ask(this.#worker, work);
    if (task !== this.#task) return undefined;
    this.#isBusy = false;
    if ('error' in result) throw new Error(result.error);
    return result.layout;
  }

  /** Ends the work that is being done, if any: nobody waits for it any more. */
  forget(): void {
    this.#task += 1;
    if (!this.#isBusy) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isBusy = false;
  }

  /** An extension's scripts come from elsewhere; a worker has to come from the page itself. */
  #load(): Promise<string> {
    this.#script ??= fetch(this.#address)
      .then((response) => response.text())
      .then((text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
    return this.#script;
  }
}

/** A worker that is ended meanwhile never answers, and the promise is dropped with it. */
function ask(worker: Worker, work: LayoutWork): Promise<LayoutResult> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<LayoutResult>) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message });
    worker.postMessage(work);
  });
}
