import * as l10n from '@vscode/l10n';
import type { FromPage, PageConversation } from '../../run/messages';
import { htmlElement } from '../dom';
import { actionButton } from './controls';

const MODES = ['ask', 'auto', 'live'] as const;

/** The actions for the whole conversation. */
export class RunToolbar {
  readonly element: HTMLElement;
  readonly #tasks: HTMLSelectElement;

  constructor(send: (message: FromPage) => void, startElsewhere: () => void) {
    const title = l10n.t('Task results');
    this.#tasks = htmlElement(
      'select',
      { 'aria-label': title, title },
      htmlElement('option', { value: 'ask' }, `${title}: ${l10n.t('Ask me')}`),
      htmlElement('option', { value: 'auto' }, `${title}: ${l10n.t('Examples')}`),
      htmlElement('option', { value: 'live' }, `${title}: ${l10n.t('Language Model')}`),
    );
    this.#tasks.addEventListener('change', () =>
      send({ type: 'tasks', tasks: MODES.find((one) => one === this.#tasks.value) ?? 'ask' }),
    );
    this.element = htmlElement(
      'div',
      { class: 'toolbar tools', role: 'toolbar', 'aria-label': l10n.t('Conversation tools') },
      actionButton(l10n.t('Restart'), () => send({ type: 'restart' }), {
        hint: l10n.t('Begin again in the same way'),
      }),
      actionButton(l10n.t('New User'), () => send({ type: 'newUser' }), {
        hint: l10n.t('Begin from the initial state, with other random numbers'),
      }),
      actionButton(l10n.t('Start From…'), startElsewhere, {
        hint: l10n.t('Begin in another state, with a context of your choice'),
      }),
      actionButton(l10n.t('Save as Scenario…'), () => send({ type: 'save' }), {
        hint: l10n.t('Write a test file that repeats this conversation'),
      }),
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
