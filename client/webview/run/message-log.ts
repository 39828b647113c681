import * as l10n from '@vscode/l10n';
import { stateLabel } from '../../../server/format/target-path';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type {
  ChatMessage,
  ConversationEvent,
  MessageButton,
  MessageSender,
  Remark,
  ShownOutput,
} from '../../../server/run/conversation/events';
import { groupBy } from '../../../server/text/group-by';
import { clickOf } from '../../run/click';
import type { FromPage, PageConversation } from '../../run/messages';
import { isRefusedForm } from '../../run/refused-form';
import { htmlElement } from '../dom';
import { avatarElement, type MediaKind, mediaElement, mediaName, messageElement } from '../preview/parts';
import { actionButton } from './controls';
import { eventText } from './wording';

/** Notes that are shown as messages, because the user of the agent notices that nothing happens. */
const NOTICED: ReadonlySet<string> = new Set(['event-unhandled', 'no-case', 'client-action']);

/** The messages as the user of the agent sees them. */
export class MessageLog {
  readonly element: HTMLElement;
  readonly #send: (message: FromPage) => void;
  #shown: HTMLElement[] = [];
  #loadsMedia = false;
  #difference = '';

  constructor(send: (message: FromPage) => void) {
    this.#send = send;
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
    if ((marks !== this.#difference && this.#difference !== '') || loadsMedia !== this.#loadsMedia) first = 0;
    this.#difference = marks;
    this.#loadsMedia = loadsMedia;
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
      ...(turn.event && !isRefused ? [this.#user(turn.event, isFree ? index : undefined)] : []),
      ...(isChanged ? [this.#before(difference.before, true)] : []),
      ...turn.outputs.flatMap((one) => {
        const isCurrent = one === lastMessage;
        return this.#output(one, canClick && isCurrent, isCurrent && !isLast && isFree ? index : undefined);
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
        ...(turn?.outputs ?? []).flatMap((one) => this.#output(one, false)),
      ),
      htmlElement(
        'div',
        { class: 'version now' },
        isReplaced ? l10n.t('Now') : l10n.t('This is not reached any more.'),
      ),
    );
  }

  /** @param index the turn that can be repeated; undefined for no button */
  #user(event: ConversationEvent, index: number | undefined): HTMLElement {
    return htmlElement(
      'div',
      { class: 'said-by-user' },
      ...(index === undefined
        ? []
        : [
            actionButton(l10n.t('Resend'), () => this.#send({ type: 'resend', turn: index }), {
              hint: l10n.t('Do this again from here'),
              kind: 'quiet',
            }),
          ]),
      htmlElement(
        'div',
        { class: 'bubble user', role: 'group', 'aria-label': l10n.t('You') },
        eventText(event),
      ),
    );
  }

  #backButton(turn: number): HTMLElement {
    return actionButton(l10n.t('Go Back Here'), () => this.#send({ type: 'back', turn }), {
      hint: l10n.t('Forget what happened after this message'),
      kind: 'quiet',
    });
  }

  /** @param turn the turn to which the user can go back; undefined for no button */
  #output(output: ShownOutput, canClick: boolean, turn?: number): HTMLElement[] {
    switch (output.kind) {
      case 'message':
        return this.#message(output, canClick, turn);
      case 'error':
        return [this.#remark(output)];
      case 'note':
        return NOTICED.has(output.code) ? [this.#remark(output)] : [];
      case 'ended':
        return [htmlElement('p', { class: 'end' }, l10n.t('The conversation is over.'))];
      default:
        return [];
    }
  }

  #remark({ kind, message, place }: Remark<string>): HTMLElement {
    const attributes = { class: `remark ${kind}` };
    if (place === undefined) return htmlElement('p', attributes, message);
    const link = actionButton(message, () => this.#send({ type: 'reveal', place }), { kind: 'plain' });
    return htmlElement('p', attributes, link);
  }

  #message(message: ChatMessage, canClick: boolean, turn: number | undefined): HTMLElement[] {
    const { text, state, place, buttons, sender, suggestedReplies = [], canChat } = message;
    const media = (['image', 'audio', 'video'] as const).flatMap((kind) => {
      const address = message[kind];
      return address === undefined || address === '' ? [] : [this.#media(kind, address)];
    });
    const name = stateLabel(state);
    const label = place
      ? actionButton(name, () => this.#send({ type: 'reveal', place }), {
          hint: l10n.t('Go to state {0}', name),
          kind: 'state-name',
        })
      : htmlElement('span', { class: 'state-name' }, name);
    const content = [...media, ...(text === undefined || text === '' ? [] : [messageElement(text)])];
    const back = turn === undefined ? [] : [this.#backButton(turn)];
    return [
      htmlElement('div', { class: 'message-head' }, label, ...back),
      ...(sender ? [this.#sender(sender)] : []),
      ...(content.length > 0
        ? [
            htmlElement(
              'div',
              { class: 'bubble agent', role: 'group', 'aria-label': l10n.t('Agent') },
              ...content,
            ),
          ]
        : []),
      ...(buttons.length > 0 ? [this.#buttons(buttons, canClick)] : []),
      ...(suggestedReplies.length > 0 ? [this.#replies(suggestedReplies, canClick && canChat)] : []),
    ];
  }

  #sender({ name = '', avatar = '' }: MessageSender): HTMLElement {
    const isLoaded = this.#loadsMedia && /^https?:/i.test(avatar);
    const picture = isLoaded
      ? htmlElement('img', { class: 'avatar', src: avatar, alt: '' })
      : avatarElement(name, avatar);
    return htmlElement('div', { class: 'sender' }, picture, htmlElement('span', { class: 'name' }, name));
  }

  /** Buttons that send a message. */
  #replies(replies: readonly string[], canSend: boolean): HTMLElement {
    return htmlElement(
      'div',
      { class: 'replies', role: 'group', 'aria-label': l10n.t('Suggested replies') },
      ...replies.slice(0, MAX_BUTTONS).map((say) => {
        const element = actionButton(say, () => this.#send({ type: 'event', event: { say } }));
        element.disabled = !canSend;
        return element;
      }),
    );
  }

  #media(kind: MediaKind, address: string): HTMLElement {
    if (this.#loadsMedia && /^https?:/i.test(address)) {
      if (kind === 'image') return htmlElement('img', { src: address, alt: mediaName(kind) });
      return htmlElement(kind, { src: address, controls: '', 'aria-label': mediaName(kind) });
    }
    const shown = mediaElement(kind, '', [document.createTextNode(address)]);
    const load = actionButton(l10n.t('Load Pictures and Sounds'), () => this.#send({ type: 'loadMedia' }), {
      hint: l10n.t('They are loaded from the addresses that the messages name.'),
      kind: 'plain',
    });
    return htmlElement('div', { class: 'unloaded' }, shown, ...(/^https?:/i.test(address) ? [load] : []));
  }

  #buttons(buttons: readonly MessageButton[], canClick: boolean): HTMLElement {
    // Buttons without a row share one.
    const rows = groupBy(buttons.slice(0, MAX_BUTTONS), ({ row }) => row);
    return htmlElement(
      'div',
      { class: 'rows', role: 'group', 'aria-label': l10n.t('Buttons') },
      ...[...rows.values()].map((row) =>
        htmlElement('div', { class: 'row' }, ...row.map((one) => this.#button(one, buttons, canClick))),
      ),
    );
  }

  #button(button: MessageButton, all: readonly MessageButton[], canClick: boolean): HTMLElement {
    const { content, event, description } = button;
    const click = clickOf(button, all);
    const hints = [description, event === undefined ? undefined : l10n.t('Event: {0}', event)];
    const hint = hints.filter((one) => one !== undefined && one !== '').join('\n');
    const label = content === '' ? l10n.t('No text') : content;
    const element = actionButton(label, () => this.#send({ type: 'event', event: { click } }), { hint });
    element.disabled = !canClick;
    return element;
  }
}

/** The maximum number of shown buttons. */
const MAX_BUTTONS = 500;
