import * as l10n from '@vscode/l10n';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { Json, ShownOutput } from '../../../server/run/conversation/events';
import { oneLine } from '../../../server/text/one-line';
import type { FromPage, PageConversation } from '../../run/messages';
import { isRefusedForm } from '../../run/refused-form';
import { htmlElement } from '../dom';
import { CollapsibleSection } from './collapsible-section';
import { type ShownVariable, shownContext } from './context-changes';
import { actionButton } from './controls';
import { eventText, MAX_TRACE_LENGTH, traceLine } from './wording';

/** Longer values are shown on separate lines; in UTF-16 code units. */
const MAX_VALUE_LENGTH = 60;

/** In pages that are lower, the sections are closed until the user opens them; in CSS pixels. */
const MIN_OPEN_HEIGHT = 420;

/** The sections that the user opened or closed. */
export interface OpenSections {
  readonly trace?: boolean | undefined;
  readonly context?: boolean | undefined;
}

/** The trace of a conversation, and the context variables. */
export class Details {
  readonly element: HTMLElement;
  readonly #send: (message: FromPage) => void;
  readonly #trace = htmlElement('ol', { class: 'trace' });
  readonly #context = htmlElement('dl', { class: 'variables' });
  readonly #none: HTMLElement;
  readonly #scrolled: HTMLElement;
  readonly #sections: Readonly<Record<keyof OpenSections, CollapsibleSection>>;
  #shown: HTMLElement[] = [];
  #isDebugged = false;

  constructor(send: (message: FromPage) => void, open: OpenSections, store: (open: OpenSections) => void) {
    this.#send = send;
    this.#none = htmlElement('p', { class: 'hint' }, l10n.t('There are no context variables.'));
    this.#scrolled = htmlElement('div', { class: 'scrolled', tabindex: 0 }, this.#trace);
    const context = htmlElement('div', { class: 'scrolled', tabindex: 0 }, this.#context, this.#none);
    const chosen = () =>
      store({ trace: this.#sections.trace.chosen, context: this.#sections.context.chosen });
    this.#sections = {
      trace: new CollapsibleSection(l10n.t('Trace'), this.#scrolled, open.trace, chosen),
      context: new CollapsibleSection(l10n.t('Context'), context, open.context, chosen),
    };
    addEventListener('resize', () => this.#openByDefault());
    this.element = htmlElement(
      'div',
      { class: 'details-column', role: 'group', 'aria-label': l10n.t('Trace and context') },
      this.#sections.trace.element,
      this.#sections.context.element,
    );
  }

  show(turns: readonly ShownTurn[], { from, context, debugging }: PageConversation): void {
    this.#isDebugged = debugging !== undefined;
    this.#openByDefault();
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

  /** The debugger has views of both, and below a certain height the messages need the space. */
  #openByDefault(): void {
    const isOpen = !this.#isDebugged && innerHeight >= MIN_OPEN_HEIGHT;
    for (const section of Object.values(this.#sections)) section.openByDefault(isOpen);
  }

  #turn(turn: ShownTurn): HTMLElement {
    const { event, outputs } = turn;
    if (isRefusedForm(turn)) return htmlElement('li', { hidden: '' });
    const title = event ? `${l10n.t('You')}: ${eventText(event)}` : l10n.t('Beginning');
    return htmlElement(
      'li',
      {},
      htmlElement('div', { class: 'event' }, oneLine(title, MAX_TRACE_LENGTH)),
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
    if (!isChanged) return [htmlElement('dt', {}, name), htmlElement('dd', {}, ...this.#value(value))];
    const words = value === undefined ? l10n.t('removed') : before === undefined ? l10n.t('new') : undefined;
    const mark = words === undefined ? [] : [htmlElement('span', { class: 'mark' }, words)];
    const old = before === undefined ? [] : this.#value(before);
    const now = value === undefined ? [] : this.#value(value);
    const arrow = old.length > 0 && now.length > 0 ? [' → '] : [];
    return [
      htmlElement('dt', { class: 'changed' }, name, ...mark),
      htmlElement('dd', {}, ...old.map((one) => htmlElement('del', {}, one)), ...arrow, ...now),
    ];
  }

  #value(value: Json | undefined): HTMLElement[] {
    if (value === undefined) return [];
    const text = JSON.stringify(value);
    if (text.length <= MAX_VALUE_LENGTH) return [htmlElement('code', {}, text)];
    return [
      htmlElement(
        'details',
        {},
        htmlElement('summary', {}, htmlElement('code', {}, oneLine(text, MAX_VALUE_LENGTH))),
        htmlElement('pre', {}, JSON.stringify(value, undefined, 2)),
      ),
    ];
  }
}
