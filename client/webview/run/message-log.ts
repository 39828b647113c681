import * as l10n from '@vscode/l10n';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { FromPage, PageConversation } from '../../run/messages';
import { isRefusedForm } from '../../run/refused-form';
import { htmlElement } from '../dom';
import { actionButton } from './controls';
import { MessageElements, userElement } from './message-elements';

/** The messages as the user of the agent sees them. */
export class MessageLog {
  readonly element: HTMLElement;
  readonly #send: (message: FromPage) => void;
  #shown: HTMLElement[] = [];
  readonly #messages: MessageElements;
  #difference = '';

  constructor(send: (message: FromPage) => void) {
    this.#send = send;
    this.#messages = new MessageElements(send);
    this.element = htmlElement('div', {
      class: 'log',
      role: 'log',
      'aria-label': l10n.t('Messages'),
      tabindex: 0,
    });
    // The end stays visible when the space becomes smaller, as when a form opens.
    let isAtEnd = true;
    const { element } = this;
    element.addEventListener('scroll', () => {
      isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2;
    });
    new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    }).observe(element);
  }

  show(turns: readonly ShownTurn[], conversation: PageConversation): void {
    const { from, difference, loadsMedia } = conversation;
    const marks = JSON.stringify(difference);
    // The previous last message is no longer the last one.
    let first = Math.max(0, from - 1);
    if (marks !== this.#difference) first = Math.min(first, difference?.turn ?? first);
    if ((marks !== this.#difference && this.#difference !== '') || loadsMedia !== this.#messages.loadsMedia)
      first = 0;
    this.#difference = marks;
    this.#messages.loadsMedia = loadsMedia;
    for (const element of this.#shown.splice(first)) element.remove();
    for (let index = first; index < turns.length; index++) {
      const element = this.#turn(turns, index, conversation);
      this.#shown.push(element);
      this.element.append(element);
    }
    if (difference && difference.turn >= turns.length) {
      const element = htmlElement('div', { class: 'turn' }, this.#before(difference.before, false));
      this.#shown.push(element);
      this.element.append(element);
    }
    const changed = this.element.querySelector('.before');
    if (changed) changed.scrollIntoView({ block: 'center' });
    else this.element.scrollTop = this.element.scrollHeight;
  }

  focusButton(): void {
    const button = this.#shown.at(-1)?.querySelector<HTMLElement>('.row button:not([disabled])');
    (button ?? this.element).focus({ preventScroll: true });
  }

  #turn(turns: readonly ShownTurn[], index: number, conversation: PageConversation): HTMLElement {
    const { difference, waitsFor, isOver, debugging } = conversation;
    const turn = turns[index];
    if (turn === undefined) return htmlElement('div');
    const isLast = index === turns.length - 1;
    const isChanged = difference?.turn === index;
    const isFree = debugging === undefined;
    const canClick = isLast && waitsFor === undefined && !isOver && (isFree || debugging === 'waiting');
    const lastMessage = turn.outputs.findLast((one) => one.kind === 'message');
    const isRefused = isRefusedForm(turn);
    return htmlElement(
      'div',
      { class: `turn${isChanged ? ' changed' : ''}` },
      ...(turn.event && !isRefused
        ? [userElement(turn.event, isFree ? [this.#resendButton(index)] : [])]
        : []),
      ...(isChanged ? [this.#before(difference.before, true)] : []),
      ...turn.outputs.flatMap((one) => {
        const isCurrent = one === lastMessage;
        const canGoBack = isCurrent && !isLast && isFree;
        return this.#messages.output(one, canClick && isCurrent, canGoBack ? [this.#backButton(index)] : []);
      }),
      ...(isLast || lastMessage || !isFree || isRefused ? [] : [this.#backButton(index)]),
    );
  }

  /** Messages from before the text was edited. */
  #before(turn: ShownTurn | undefined, isReplaced: boolean): HTMLElement {
    return htmlElement(
      'div',
      { class: 'versions' },
      htmlElement(
        'div',
        { class: 'before', role: 'group', 'aria-label': l10n.t('Before the edit') },
        htmlElement('div', { class: 'version' }, l10n.t('Before the edit')),
        ...(turn?.outputs ?? []).flatMap((one) => this.#messages.output(one, false)),
      ),
      htmlElement(
        'div',
        { class: 'version now' },
        isReplaced ? l10n.t('Now') : l10n.t('This is not reached any more.'),
      ),
    );
  }

  #resendButton(turn: number): HTMLElement {
    return actionButton(l10n.t('Resend'), () => this.#send({ type: 'resend', turn }), {
      hint: l10n.t('Do this again from here'),
      kind: 'quiet',
    });
  }

  #backButton(turn: number): HTMLElement {
    return actionButton(l10n.t('Go Back Here'), () => this.#send({ type: 'back', turn }), {
      hint: l10n.t('Forget what happened after this message'),
      kind: 'quiet',
    });
  }
}
