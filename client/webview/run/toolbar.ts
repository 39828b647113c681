import type { FromPage, PageConversation } from '../../run/messages';
import type { RunTexts } from '../../run/texts';
import { htmlElement } from '../dom';
import { actionButton } from './controls';

const MODES = ['ask', 'auto', 'live'] as const;

/** The actions for the whole conversation. */
export class RunToolbar {
  readonly element: HTMLElement;
  readonly #tasks: HTMLSelectElement;

  constructor(texts: RunTexts, send: (message: FromPage) => void, startElsewhere: () => void) {
    this.#tasks = htmlElement(
      'select',
      { 'aria-label': texts.tasks, title: texts.tasks },
      htmlElement('option', { value: 'ask' }, `${texts.tasks}: ${texts.tasksAsk}`),
      htmlElement('option', { value: 'auto' }, `${texts.tasks}: ${texts.tasksAuto}`),
      htmlElement('option', { value: 'live' }, `${texts.tasks}: ${texts.tasksLive}`),
    );
    this.#tasks.addEventListener('change', () =>
      send({ type: 'tasks', tasks: MODES.find((one) => one === this.#tasks.value) ?? 'ask' }),
    );
    this.element = htmlElement(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': texts.toolbar },
      actionButton(texts.restart, () => send({ type: 'restart' }), { hint: texts.restartHint }),
      actionButton(texts.newUser, () => send({ type: 'newUser' }), { hint: texts.newUserHint }),
      actionButton(texts.startFrom, startElsewhere, { hint: texts.startFromHint }),
      actionButton(texts.save, () => send({ type: 'save' }), { hint: texts.saveHint }),
      htmlElement('span', { class: 'space' }),
      this.#tasks,
    );
  }

  show({ tasks, debugging }: PageConversation): void {
    // A debugged conversation is controlled by the editor.
    this.element.hidden = debugging !== undefined;
    this.#tasks.value = tasks;
  }
}
