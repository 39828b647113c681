import * as l10n from '@vscode/l10n';
import type { Box } from '../../../server/drawing/layout';
import type { TextField } from '../../graph/messages';
import { htmlElement } from '../dom';
import { sentence } from '../sentence';
import { fieldAction, placedField } from './field-place';
import type { Size } from './geometry';

/** What a field needs of the page. */
interface FieldActions {
  /** The size of what contains the field. */
  room(): Size;
  /** The place of the edited text there; undefined if it is not drawn any more. */
  place(field: TextField): Box | undefined;
  /** The user has entered another text. */
  enter(field: TextField, text: string): void;
  /** What is not entered yet has changed; undefined if there is nothing. */
  drafted(draft: FieldDraft | undefined): void;
  /** @param hasFocus whether the focus was in the field */
  closed(hasFocus: boolean): void;
}

/** A text that is not entered yet. */
export interface FieldDraft {
  readonly field: TextField;
  readonly text: string;
}

/** A field above the drawing in which the user edits a text where it is drawn. One is open at a time. */
export class TextFieldBox {
  readonly element: HTMLElement;
  readonly #actions: FieldActions;
  readonly #input: HTMLTextAreaElement;
  readonly #hint = htmlElement('div', { class: 'hint', id: 'field-hint' });
  readonly #refusal = htmlElement('div', { class: 'refusal', id: 'field-refusal', role: 'alert' });
  #field: TextField | undefined;
  /** The last place of the edited text. */
  #at: Box | undefined;
  #isPending = false;
  /** The edited text was removed from the graph. */
  #isGone = false;
  /** What the size and the place of the field were computed from. */
  #look = '';

  constructor(actions: FieldActions) {
    this.#actions = actions;
    this.#input = htmlElement('textarea', { rows: 1, 'aria-describedby': 'field-refusal field-hint' });
    this.element = htmlElement(
      'div',
      {
        class: 'field',
        hidden: '',
        // Unlike the drawing, the field has Cut, Copy and Paste.
        'data-vscode-context': JSON.stringify({ preventDefaultContextMenuItems: false }),
      },
      this.#input,
      this.#refusal,
      this.#hint,
    );
    this.#input.addEventListener('input', () => this.#typed());
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    // If the window or the editor loses the focus instead, the user comes back.
    this.#input.addEventListener('blur', ({ relatedTarget }) => {
      if (relatedTarget !== null && this.#refusal.textContent === '') this.#enter();
    });
  }

  get isOpen(): boolean {
    return this.#field !== undefined;
  }

  /** Whether a text was entered, and its edit has not ended. */
  get isPending(): boolean {
    return this.#isPending;
  }

  /** @param text what the user has typed earlier */
  open(field: TextField, text = field.value): void {
    this.#field = field;
    const { title, prompt, isLong = false, isCode = false } = field;
    this.#input.setAttribute('aria-label', title);
    this.#input.spellcheck = !isCode && field.kind !== 'renameState' && field.kind !== 'renameEvent';
    this.#input.value = text;
    this.element.classList.toggle('code', isCode);
    const keys = isLong
      ? l10n.t('Enter applies, Shift+Enter begins a new line, Escape cancels.')
      : l10n.t('Enter applies, Escape cancels.');
    this.#hint.replaceChildren(...sentence(`${prompt} ${keys}`));
    this.#setPending(false);
    this.#isGone = false;
    this.#refuse('');
    this.element.hidden = false;
    this.#at = undefined;
    this.#look = '';
    this.place();
    this.focus();
    if (!isLong && text === field.value) this.#input.select();
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#input;
  }

  focus(): void {
    this.#input.focus();
  }

  /** Places the field again after the drawing or the view has changed. */
  place(): void {
    const field = this.#field;
    if (!field) return;
    const at = this.#actions.place(field);
    if (at) this.#at = at;
    const isGone = at === undefined && !this.#isPending;
    if (isGone && !this.#isGone)
      this.#refuse(l10n.t('This part of the graph is no longer in the text. Copy what you need.'));
    else if (this.#isGone && at) this.#refuse('');
    this.#isGone = isGone;
    const room = this.#actions.room();
    // To measure the field, the browser lays out the whole drawing.
    const look = JSON.stringify([this.#at, room, this.#input.value, this.#refusal.textContent]);
    if (look === this.#look) return;
    this.#look = look;
    const { style } = this.element;
    const { style: inputStyle } = this.#input;
    inputStyle.height = '0';
    const { width } = placedField(this.#at, { width: 0, height: 0 }, room, field.isLong);
    style.width = `${width}px`;
    inputStyle.height = `${this.#input.scrollHeight + 2}px`;
    const { left, top } = placedField(
      this.#at,
      { width, height: this.element.offsetHeight },
      room,
      field.isLong,
    );
    style.left = `${left}px`;
    style.top = `${top}px`;
  }

  /** The edit was refused; what the user has typed stays. */
  refuse(reason: string, value: string | undefined): void {
    if (!this.#field) return;
    if (value !== undefined) this.#field = { ...this.#field, value };
    this.#setPending(false);
    this.#refuse(reason);
    this.place();
    // The user may search meanwhile.
    if (!(document.activeElement instanceof HTMLInputElement)) this.focus();
  }

  close(): void {
    if (!this.#field) return;
    this.#field = undefined;
    this.#isPending = false;
    const { hasFocus } = this;
    this.#actions.drafted(undefined);
    this.#actions.closed(hasFocus);
    this.element.hidden = true;
  }

  #setPending(isPending: boolean): void {
    this.#isPending = isPending;
    this.#input.readOnly = isPending;
  }

  #refuse(reason: string): void {
    this.#refusal.replaceChildren(...sentence(reason));
    this.#input.setAttribute('aria-invalid', String(reason !== ''));
  }

  #typed(): void {
    const field = this.#field;
    if (!field) return;
    if (!this.#isGone) this.#refuse('');
    this.place();
    this.#actions.drafted({ field, text: this.#text(field) });
  }

  /** The text with the line breaks of the old one. Line breaks can be pasted into a text of one line as well. */
  #text({ isLong, value: before }: TextField): string {
    const { value } = this.#input;
    if (!isLong) return value.replace(/\s*\n\s*/g, ' ');
    return before.includes('\r\n') ? value.replaceAll('\n', '\r\n') : value;
  }

  #enter(): void {
    const field = this.#field;
    if (!field || this.#isPending) return;
    const text = this.#text(field);
    if (text === field.value) {
      this.close();
      return;
    }
    this.#setPending(true);
    this.#actions.enter(field, text);
  }

  #key(event: KeyboardEvent): void {
    const action = fieldAction(event, this.#field?.isLong ?? false);
    if (action === undefined) return;
    event.stopPropagation();
    if (action === 'type') return;
    event.preventDefault();
    if (action === 'cancel') this.close();
    else this.#enter();
  }
}
