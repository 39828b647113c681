import { htmlElement } from '../dom';

/** The duration of a temporary note, and of one that has to be read, in milliseconds. */
const stay = { short: 4000, long: 12_000 } as const;

/** Short notes above the drawing. */
export class Notes {
  readonly element: HTMLElement;
  readonly #progress = htmlElement('div', { class: 'note progress', hidden: '' });
  readonly #note = htmlElement('div', { class: 'note', role: 'status' });
  /** For screen readers only. */
  readonly #heard = htmlElement('div', { class: 'heard', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element = htmlElement('div', { class: 'notes' }, this.#progress, this.#note, this.#heard);
  }

  /** Shows a progress message; undefined hides it. */
  progress(text = ''): void {
    this.#progress.hidden = text === '';
    this.#progress.textContent = text;
  }

  /** Shows a note until the next one; an empty text hides it. */
  show(text: string): void {
    clearTimeout(this.#timer);
    this.#note.textContent = text;
  }

  /** Shows a temporary note. */
  flash(text: string, isLong = false): void {
    this.show(text);
    this.#timer = setTimeout(() => this.show(''), isLong ? stay.long : stay.short);
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    this.#heard.textContent = text;
  }
}
