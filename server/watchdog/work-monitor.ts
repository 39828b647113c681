import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import { hashOf } from '../text/hash';
import type { ProcessedText } from './processed-text';

/** Ends this process or worker if it works and gives no sign of life. */
export interface WorkObserver {
  /** Work begins, on a text if it is given. This is a sign of life. */
  working(text: ProcessedText | undefined): void;
  /** The work advances. Called for each step, so it has to be cheap. */
  beat(): void;
  /** The work is over until the next call of `working`. */
  idle(): void;
  /** The client ends this process or worker: no text is the reason. */
  shutDown(): void;
}

/** A document whose text is concatenated when it is needed. */
interface LazyText {
  readonly textAtHand: string | undefined;
}

/** The interval of the signs of life of an event loop that continues while a handler waits. */
const LIVE_MS = 500;

/** Tells an observer which text is being processed. Without an observer it does nothing. */
export class WorkMonitor {
  private current: { readonly uri: string | undefined; readonly text: unknown } | undefined;
  private isEnding = false;
  private handlers = 0;
  private live: ReturnType<typeof setInterval> | undefined;

  /** @param nextTurn resolves when the event loop continues, where the work ends */
  constructor(
    private readonly observer?: WorkObserver,
    private readonly nextTurn: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /**
   * Names what is processed until the next turn of the event loop.
   *
   * @param uri the address of a file; undefined for other work
   * @param text its text or document, if it is known. The hash of an edited document is left out, because its text would
   *   have to be concatenated.
   */
  begin(uri?: string, text?: string | LazyText): void {
    const { observer, current } = this;
    if (observer === undefined) return;
    if (current !== undefined && current.uri === uri && current.text === text) observer.beat();
    else {
      this.current = { uri, text };
      observer.working(uri === undefined ? undefined : { uri, hash: knownHash(text) });
    }
    if (this.isEnding) return;
    this.isEnding = true;
    void this.nextTurn().then(() => this.end());
  }

  /** Ends the work before the next turn of the event loop. */
  end(): void {
    this.isEnding = false;
    this.current = undefined;
    if (this.handlers > 0) this.observer?.working(undefined);
    else this.observer?.idle();
  }

  shutDown(): void {
    this.observer?.shutDown();
  }

  /** Runs a handler. Until it ends, the event loop has to continue again and again. */
  async during<T>(handle: () => Promise<T>): Promise<T> {
    if (this.observer === undefined) return await handle();
    this.handlers++;
    this.live ??= setInterval(() => this.observer?.beat(), LIVE_MS);
    try {
      return await handle();
    } finally {
      this.handlers--;
      if (this.handlers === 0) {
        clearInterval(this.live);
        this.live = undefined;
        if (!this.isEnding) this.end();
      }
    }
  }

  /** Runs a task on a text, which is named during each of its steps. */
  *task<T>(uri: string, text: string | LazyText | undefined, task: Task<T>): Task<T> {
    for (;;) {
      this.begin(uri, text);
      const step = task.next();
      if (step.done === true) return step.value;
      yield;
    }
  }
}

function knownHash(text: string | LazyText | undefined): string {
  if (typeof text === 'string') return hashOf(text);
  return text?.textAtHand === undefined ? '' : hashOfDocument(text);
}

const hashOfDocument = engine.query('hash of a text', ({ textAtHand = '' }: LazyText) => hashOf(textAtHand));
