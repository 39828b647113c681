import * as l10n from '@vscode/l10n';
import type { FromPage, PageConversation } from '../../run/messages';
import { htmlElement } from '../dom';
import { actionButton } from './controls';

/** Notices above the messages: where the conversation started, and whether the text has changed since. */
export class Notices {
  readonly element = htmlElement('div', { class: 'notices', role: 'status' });
  readonly #send: (message: FromPage) => void;
  #shown = '';

  constructor(send: (message: FromPage) => void) {
    this.#send = send;
  }

  show({ problems, difference, skipped, start, modelHost, debugging }: PageConversation): void {
    const content = JSON.stringify([
      problems,
      difference !== undefined,
      skipped,
      start,
      modelHost,
      debugging,
    ]);
    if (content === this.#shown) return;
    this.#shown = content;
    this.element.replaceChildren(
      ...(problems.length > 0 ? [this.#problems(problems)] : []),
      ...(difference ? [this.#difference(skipped)] : []),
      ...(start.state !== undefined || start.context ? [this.#start(start)] : []),
      ...(debugging ? [this.#debugging(debugging)] : []),
      ...(modelHost === undefined ? [] : [this.#model(modelHost)]),
    );
  }

  #problems(problems: PageConversation['problems']): HTMLElement {
    return htmlElement(
      'div',
      { class: 'notice wrong' },
      htmlElement('p', {}, l10n.t('The present text cannot be run. This is the conversation before.')),
      htmlElement(
        'ul',
        {},
        ...problems.map(({ message, file, range }, at) => {
          const words = `${message} ${file}:${range.start.line + 1}`;
          const link = actionButton(words, () => this.#send({ type: 'showProblem', at }), { kind: 'plain' });
          return htmlElement('li', {}, link);
        }),
      ),
    );
  }

  #difference(skipped: number): HTMLElement {
    const differs = l10n.t('From here on, the conversation differs since the text was edited.');
    const rest =
      skipped === 1
        ? l10n.t('1 later step was not repeated.')
        : l10n.t('{0} later steps were not repeated.', skipped);
    return htmlElement(
      'div',
      { class: 'notice changed' },
      htmlElement('span', {}, skipped > 0 ? `${differs} ${rest}` : differs),
      actionButton(l10n.t('Hide Differences'), () => this.#send({ type: 'accept' }), { kind: 'plain' }),
    );
  }

  #debugging(state: NonNullable<PageConversation['debugging']>): HTMLElement {
    const words = {
      running: l10n.t('Running…'),
      paused: l10n.t('Paused by the debugger. Continue, or step, to go on with the conversation.'),
      waiting: l10n.t('Debugging: the conversation waits for you.'),
      ended: l10n.t('The debug session has ended.'),
    };
    return htmlElement('div', { class: 'notice debugging' }, words[state]);
  }

  #model(host: string): HTMLElement {
    return htmlElement(
      'div',
      { class: 'notice' },
      l10n.t('Prompts of language models are sent to {0}. Other tasks get examples.', host),
    );
  }

  #start({ state, context }: PageConversation['start']): HTMLElement {
    const where = l10n.t('Started in {0}', state ?? l10n.t('(initial state)'));
    return htmlElement(
      'div',
      { class: 'notice' },
      context ? `${where}, ${l10n.t('with a context of its own')}` : where,
    );
  }
}
