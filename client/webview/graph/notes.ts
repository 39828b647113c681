import { htmlElement } from '../dom';

/** How long a note stays that needs no answer, in milliseconds. */
const stay = 4000;

/** Short notes above the drawing: what the page does, or waits for. */
export class Notes {
  readonly element: HTMLElement;
  readonly #progress = htmlElement('div', { class: 'note progress', hidden: '' });
  readonly #note = htmlElement('div', { class: 'note', role: 'status' });
  /** Read out, not shown. */
  readonly #heard = htmlElement('div', { class: 'heard', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element = htmlElement('div', { class: 'notes' }, this.#progress, this.#note, this.#heard);
  }

  /** Says that something takes a while; without a text, that it is done. */
  progress(text: string | undefined): void {
    this.#progress.hidden = text === undefined;
    this.#progress.textContent = text ?? '';
  }

  /** Shows a note that stays until the next one; an empty one for none. */
  show(text: string): void {
    clearTimeout(this.#timer);
    this.#note.textContent = text;
  }

  /** Shows a note for a while. */
  flash(text: string): void {
    this.show(text);
    this.#timer = setTimeout(() => this.show(''), stay);
  }

  /** Has something read out. */
  say(text: string): void {
    this.#heard.textContent = text;
  }
}
