import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import type { Address } from '../project/paths';
import { hashOf } from '../text/hash';
import type { Document } from '../yaml/document';
import type { NotedFile } from './messages';
import { nextEventLoopTurn } from './time-slicer';

/** Writes a text to the start of the note file, synchronously. */
export type WriteNote = (text: string) => void;

/**
 * Records which file is being processed, in a file that the client reads if this process stops unexpectedly. The note
 * is cleared when the event loop continues, so an idle process has none.
 */
export class CrashNoteWriter {
  private current: { readonly address: Address; readonly isHashKnown: boolean } | undefined;
  private isClearing = false;

  /** @param write undefined for clients that do not read the note */
  constructor(private readonly write?: WriteNote) {}

  /**
   * Notes a file until the end of this turn of the event loop.
   *
   * @param text its document or text; undefined if it is not known yet. The hash of an edited document is left out,
   *   because its text would have to be concatenated: after a restart the file is opened again, and has a hash.
   */
  begin(address: Address, text: Document | string | undefined): void {
    if (this.write === undefined) return;
    const isText = typeof text === 'string';
    const isHashKnown = isText || text?.textAtHand !== undefined;
    if (this.current?.address === address && (this.current.isHashKnown || !isHashKnown)) return;
    this.current = { address, isHashKnown };
    const hash = isText ? hashOf(text) : isHashKnown && text ? hashOfDocument(text) : '';
    const file: NotedFile = { uri: address, hash };
    this.write(`${JSON.stringify(file)}\n`);
    if (this.isClearing) return;
    this.isClearing = true;
    void nextEventLoopTurn().then(() => this.clear());
  }

  /** Runs a task on a file, which is noted during each of its slices. */
  *during<T>(address: Address, document: Document | undefined, task: Task<T>): Task<T> {
    for (;;) {
      this.begin(address, document);
      const step = task.next();
      if (step.done === true) return step.value;
      yield;
    }
  }

  private clear(): void {
    this.isClearing = false;
    this.current = undefined;
    this.write?.('\n');
  }
}

const hashOfDocument = engine.query('hash of a text', (document: Document) => hashOf(document.text));
