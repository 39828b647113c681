import * as l10n from '@vscode/l10n';
import type { FromPage, PageConversation } from '../../run/messages';
import { htmlElement } from '../dom';
import { iconButton } from '../graph/button';
import type { IconName } from '../graph/icons';

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
      toolButton('restart', l10n.t('Restart'), l10n.t('Begin again in the same way'), () =>
        send({ type: 'restart' }),
      ),
      toolButton(
        'newUser',
        l10n.t('New User'),
        l10n.t('Begin from the initial state, with other random numbers'),
        () => send({ type: 'newUser' }),
      ),
      toolButton(
        'startFrom',
        l10n.t('Start From…'),
        l10n.t('Begin in another state, with a context of your choice'),
        startElsewhere,
      ),
      toolButton(
        'save',
        l10n.t('Save as Scenario…'),
        l10n.t('Write a test file that repeats this conversation'),
        () => send({ type: 'save' }),
      ),
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

/** A button with a name for screen readers, and a tooltip that also says what it does. */
function toolButton(icon: IconName, name: string, hint: string, press: () => void): HTMLButtonElement {
  const button = iconButton(icon, name, press);
  button.title = `${name}\n${hint}`;
  return button;
}
