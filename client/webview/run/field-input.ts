import * as l10n from '@vscode/l10n';
import type { FormField, Json } from '../../../server/run/conversation/events';
import { displayText } from '../../../server/run/sandbox/json';
import { htmlElement } from '../dom';
import { sentence } from '../sentence';
import { labelled, newId } from './controls';
import { readValue, writtenValue } from './json-input';

type Read = { readonly value: Json } | { readonly problem: string } | undefined;

/** With this many choices or more, they are in a drop-down list. */
const MANY_CHOICES = 6;

/** Types whose values are written as JSON. */
const JSON_TYPES = new Set(['list', 'array', 'object']);

/** One field of a form; the control depends on its type and choices. */
export class FieldInput {
  readonly element: HTMLElement;
  readonly name: string;
  /** Returns undefined if nothing is entered. */
  readonly #value: () => Read;
  readonly #control: HTMLElement;
  readonly #problem = htmlElement('div', { class: 'problem', id: newId('problem') });

  constructor(field: FormField) {
    this.name = field.name;
    const help =
      field.description === undefined ? [] : [htmlElement('div', { class: 'help' }, field.description)];
    const mark = field.isRequired ? [htmlElement('span', { class: 'mark' }, l10n.t('required'))] : [];
    const { control, value, isGroup } = this.#make(field);
    if (field.isRequired) control.setAttribute('aria-required', 'true');
    this.#control = control;
    this.#value = value;
    control.setAttribute('aria-describedby', this.#problem.id);
    this.element = isGroup
      ? htmlElement(
          'div',
          { class: 'field' },
          htmlElement('div', { class: 'label', 'aria-hidden': 'true' }, field.label, ...mark),
          control,
          ...help,
          this.#problem,
        )
      : labelled([field.label, ...mark], control, ...help, this.#problem);
    // The error is about the value before.
    this.element.addEventListener('input', () => this.complain(''));
  }

  read(): Read {
    const read = this.#value();
    const isWrong = read !== undefined && 'problem' in read;
    this.complain(isWrong ? l10n.t('This is not valid JSON: {0}', read.problem) : '');
    return read;
  }

  /** Shows a validation error; none for an empty text. */
  complain(problem: string): void {
    this.#problem.replaceChildren(...sentence(problem));
    this.#control.setAttribute('aria-invalid', String(problem !== ''));
  }

  focus(): void {
    const control = this.#control.matches('input, select, textarea')
      ? this.#control
      : this.#control.querySelector<HTMLElement>('input:checked, input');
    control?.focus();
  }

  #make(field: FormField): { control: HTMLElement; value: () => Read; isGroup: boolean } {
    const { type, choices } = field;
    const initial = field.default;
    if (choices) return choices.length < MANY_CHOICES ? radios(field, choices) : this.#list(field, choices);
    if (type === 'boolean') {
      const box = htmlElement('input', { type: 'checkbox' });
      box.checked = initial === true || initial === 'true';
      return { control: box, value: () => ({ value: box.checked }), isGroup: false };
    }
    const isJson = JSON_TYPES.has(type);
    const box = isJson
      ? htmlElement('textarea', { rows: 2, spellcheck: 'false' })
      : htmlElement('input', {
          type: 'text',
          inputmode: type === 'number' || type === 'integer' ? 'decimal' : undefined,
          autocomplete: 'off',
        });
    box.value = initial === undefined ? '' : writtenValue(initial);
    // A text that the user clears is empty: without a value, it would be the default again.
    const cleared = initial === undefined || isJson ? undefined : { value: '' };
    const value = () => (box.value === '' ? cleared : readValue(box.value, isJson ? null : ''));
    return { control: box, value, isGroup: false };
  }

  #list(field: FormField, choices: readonly Json[]) {
    const list = htmlElement(
      'select',
      {},
      htmlElement('option', { value: '' }, l10n.t('Choose…')),
      ...choices.map((choice, index) => htmlElement('option', { value: index }, displayText(choice))),
    );
    const chosen = choices.findIndex((choice) => isSame(choice, field.default));
    list.value = chosen < 0 ? '' : String(chosen);
    const value = (): Read => {
      const choice = list.value === '' ? undefined : choices[Number(list.value)];
      return choice === undefined ? undefined : { value: choice };
    };
    return { control: list, value, isGroup: false };
  }
}

function radios(field: FormField, choices: readonly Json[]) {
  const group = newId('choices');
  const boxes = choices.map((choice) => {
    const box = htmlElement('input', { type: 'radio', name: group });
    box.checked = isSame(choice, field.default);
    return { box, choice };
  });
  const control = htmlElement(
    'div',
    { class: 'choices', role: 'radiogroup', 'aria-label': field.label },
    ...boxes.map(({ box, choice }) => htmlElement('label', { class: 'choice' }, box, displayText(choice))),
  );
  const value = (): Read => {
    const found = boxes.find(({ box }) => box.checked);
    return found && { value: found.choice };
  };
  return { control, value, isGroup: true };
}

function isSame(a: Json, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
