import * as l10n from '@vscode/l10n';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { Json, ShownOutput } from '../../../server/run/conversation/events';
import type { FromPage } from '../../run/messages';
import { htmlElement } from '../dom';
import { type ShownVariable, shownContext } from './context-changes';
import { actionButton } from './controls';
import { eventText, shortened, traceLine, valueText } from './wording';

/** Longer values are shown on separate lines; in UTF-16 code units. */
const MAX_VALUE_LENGTH = 60;

/** The trace of a conversation, and the context variables. */
export class Details {
  readonly element: HTMLElement;
  readonly #send: (message: FromPage) => void;
  readonly #trace = htmlElement('ol', { class: 'trace' });
  readonly #context = htmlElement('dl', { class: 'variables' });
  readonly #none: HTMLElement;
  readonly #scrolled: HTMLElement;
  #shown: HTMLElement[] = [];

  constructor(send: (message: FromPage) => void) {
    this.#send = send;
    this.#none = htmlElement('p', { class: 'hint' }, l10n.t('There are no context variables.'));
    this.#scrolled = htmlElement('div', { class: 'scrolled', tabindex: 0 }, this.#trace);
    this.element = htmlElement(
      'div',
      { class: 'details-column', role: 'group', 'aria-label': l10n.t('Trace and context') },
      htmlElement(
        'section',
        { 'aria-label': l10n.t('Trace') },
        htmlElement('h2', {}, l10n.t('Trace')),
        this.#scrolled,
      ),
      htmlElement(
        'section',
        { 'aria-label': l10n.t('Context') },
        htmlElement('h2', {}, l10n.t('Context')),
        htmlElement('div', { class: 'scrolled', tabindex: 0 }, this.#context, this.#none),
      ),
    );
  }

  /**
   * @param from the index of the first new turn
   * @param context the current context
   */
  show(turns: readonly ShownTurn[], from: number, context: Json | undefined): void {
    for (const element of this.#shown.splice(from)) element.remove();
    for (const turn of turns.slice(from)) {
      const element = this.#turn(turn);
      this.#shown.push(element);
      this.#trace.append(element);
    }
    this.#scrolled.scrollTop = this.#scrolled.scrollHeight;
    const variables = shownContext(turns, context);
    // Changed variables come first.
    const sorted = [...variables].sort((a, b) => Number(b.isChanged) - Number(a.isChanged));
    this.#context.replaceChildren(...sorted.flatMap((one) => this.#variable(one)));
    this.#none.hidden = variables.length > 0;
  }

  #turn({ event, outputs }: ShownTurn): HTMLElement {
    const title = event ? `${l10n.t('You')}: ${eventText(event)}` : l10n.t('Beginning');
    return htmlElement(
      'li',
      {},
      htmlElement('div', { class: 'event' }, shortened(title)),
      htmlElement('ol', {}, ...outputs.map((one) => this.#line(one))),
    );
  }

  #line(output: ShownOutput): HTMLElement {
    const { kind, title, detail } = traceLine(output);
    const words = [
      htmlElement('span', { class: 'title' }, title),
      ...(detail === '' ? [] : [' ', htmlElement('span', { class: 'detail' }, detail)]),
    ];
    const place = 'place' in output ? output.place : undefined;
    if (place === undefined) return htmlElement('li', { class: `step of-${kind}` }, ...words);
    const link = actionButton('', () => this.#send({ type: 'reveal', place }), { kind: 'plain' });
    link.append(...words);
    return htmlElement('li', { class: `step of-${kind}` }, link);
  }

  #variable({ name, value, isChanged, before }: ShownVariable): HTMLElement[] {
    const mark = isChanged
      ? [htmlElement('span', { class: 'mark' }, value === undefined ? l10n.t('removed') : l10n.t('changed'))]
      : [];
    const old = before === undefined ? undefined : l10n.t('Before: {0}', valueText(before));
    return [
      htmlElement('dt', { class: isChanged ? 'changed' : undefined, title: old }, name, ...mark),
      htmlElement('dd', {}, ...this.#value(value)),
    ];
  }

  #value(value: ShownVariable['value']): (HTMLElement | string)[] {
    if (value === undefined) return ['–'];
    const text = JSON.stringify(value);
    if (text.length <= MAX_VALUE_LENGTH) return [htmlElement('code', {}, text)];
    return [
      htmlElement(
        'details',
        {},
        htmlElement('summary', {}, htmlElement('code', {}, shortened(text, MAX_VALUE_LENGTH))),
        htmlElement('pre', {}, JSON.stringify(value, undefined, 2)),
      ),
    ];
  }
}
