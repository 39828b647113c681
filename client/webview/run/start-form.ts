import * as l10n from '@vscode/l10n';
import { stateLabel } from '../../../server/format/target-path';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import { lastMessageOf } from '../../run/last-message';
import type { FromPage, PageConversation, Start } from '../../run/messages';
import { htmlElement } from '../dom';
import { actionButton, labelled } from './controls';
import { objectOf } from './json-input';

/** The start of a conversation: a state, and values of its context. */
export class StartForm {
  readonly element: HTMLElement;
  readonly #states = htmlElement('select');
  readonly #context = htmlElement('textarea', { rows: 5, spellcheck: 'false' });
  readonly #hint = htmlElement('div', { class: 'help' });
  readonly #problem = htmlElement('div', { class: 'problem', role: 'alert' });
  #turns: readonly ShownTurn[] = [];
  #start: Start = {};
  #names: readonly string[] = [];

  constructor(send: (message: FromPage) => void) {
    this.#states.addEventListener('change', () => this.#offer());
    const form = htmlElement(
      'form',
      { class: 'start', 'aria-label': l10n.t('Start From…') },
      labelled([l10n.t('Start state')], this.#states),
      labelled([l10n.t('Context as JSON')], this.#context, this.#hint, this.#problem),
      htmlElement(
        'div',
        { class: 'actions' },
        htmlElement('button', { type: 'submit', class: 'primary' }, l10n.t('Start Here')),
        actionButton(l10n.t('Cancel'), () => this.toggle(false)),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const start = this.#read();
      if (start === undefined) return;
      this.toggle(false);
      send({ type: 'start', start });
    });
    form.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.toggle(false);
    });
    this.element = form;
    form.hidden = true;
  }

  show(turns: readonly ShownTurn[], { start, states }: PageConversation): void {
    this.#turns = turns;
    this.#start = start;
    if (states.join('\n') !== this.#names.join('\n')) {
      this.#names = states;
      const initial = htmlElement('option', { value: '' }, l10n.t('(initial state)'));
      this.#states.replaceChildren(
        initial,
        ...states.map((name) => htmlElement('option', { value: name }, name)),
      );
    }
  }

  toggle(isOpen = this.element.hidden !== false): void {
    this.element.hidden = !isOpen;
    if (!isOpen) return;
    const entered = this.#turns.at(-1)?.outputs.findLast((one) => one.kind === 'state');
    const last = entered && stateLabel(entered.path);
    this.#states.value = this.#start.state ?? (last !== undefined && this.#names.includes(last) ? last : '');
    this.#offer();
    this.#states.focus();
  }

  /** Fills in the last context of the state. */
  #offer(): void {
    const state = this.#states.value;
    const given = this.#start.state === state ? this.#start.context : undefined;
    const seen = lastMessageOf(this.#turns, state);
    const context = seen ? seen.context : given;
    this.#context.value = context === undefined ? '{}' : JSON.stringify(context, undefined, 2);
    this.#hint.textContent = seen
      ? l10n.t('This is the context that was last seen in this state.')
      : l10n.t('Variables that are not given have their declared values.');
    this.#problem.textContent = '';
  }

  #read(): Start | undefined {
    const state = this.#states.value;
    const context = objectOf(this.#context.value);
    if (typeof context === 'string') {
      this.#problem.textContent = l10n.t('This is not valid JSON: {0}', context);
      this.#context.focus();
      return undefined;
    }
    return {
      ...(state === '' ? {} : { state }),
      ...(Object.keys(context).length > 0 ? { context } : {}),
    };
  }
}
