import type { FromPage, PageConversation } from '../../run/messages';
import type { RunTexts } from '../../run/texts';
import { fillPlaceholders, htmlElement } from '../dom';
import { actionButton } from './controls';

/** Notices above the messages: where the conversation started, and whether the text has changed since. */
export class Notices {
  readonly element = htmlElement('div', { class: 'notices', role: 'status' });
  readonly #texts: RunTexts;
  readonly #send: (message: FromPage) => void;
  #shown = '';

  constructor(texts: RunTexts, send: (message: FromPage) => void) {
    this.#texts = texts;
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
      htmlElement('p', {}, this.#texts.problems),
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
    const { differs, accept, skippedOne, skipped: several } = this.#texts;
    const rest = skipped === 1 ? skippedOne : fillPlaceholders(several, skipped);
    return htmlElement(
      'div',
      { class: 'notice changed' },
      htmlElement('span', {}, skipped > 0 ? `${differs} ${rest}` : differs),
      actionButton(accept, () => this.#send({ type: 'accept' }), { kind: 'plain' }),
    );
  }

  #debugging(state: NonNullable<PageConversation['debugging']>): HTMLElement {
    const { debugRunning, debugPaused, debugWaiting, debugEnded } = this.#texts;
    const words = {
      running: debugRunning,
      paused: debugPaused,
      waiting: debugWaiting,
      ended: debugEnded,
    };
    return htmlElement('div', { class: 'notice debugging' }, words[state]);
  }

  #model(host: string): HTMLElement {
    return htmlElement('div', { class: 'notice' }, fillPlaceholders(this.#texts.liveHint, host));
  }

  #start({ state, context }: PageConversation['start']): HTMLElement {
    const { startedIn, startedContext, initial } = this.#texts;
    const where = fillPlaceholders(startedIn, state ?? initial);
    return htmlElement('div', { class: 'notice' }, context ? `${where}, ${startedContext}` : where);
  }
}
