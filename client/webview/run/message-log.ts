import { stateLabel } from '../../../server/format/target-path';
import type { ShownTurn } from '../../../server/run/chat-data';
import type {
  ChatMessage,
  ConversationEvent,
  MessageButton,
  MessageSender,
  Remark,
  ShownOutput,
} from '../../../server/run/events';
import { groupBy } from '../../../server/text/group-by';
import { clickOf } from '../../run/click';
import type { FromPage, PageConversation } from '../../run/messages';
import type { RunTexts } from '../../run/texts';
import { fillPlaceholders, htmlElement } from '../dom';
import { ElementFactory } from '../preview/parts';
import { actionButton } from './controls';
import { eventText } from './wording';

/** Notes that are shown as messages, because the user of the agent notices that nothing happens. */
const NOTICED: ReadonlySet<string> = new Set(['event-unhandled', 'no-case', 'client-action']);

/** The messages as the user of the agent sees them. */
export class MessageLog {
  readonly element: HTMLElement;
  readonly #texts: RunTexts;
  readonly #send: (message: FromPage) => void;
  readonly #parts: ElementFactory;
  #shown: HTMLElement[] = [];
  #loadsMedia = false;
  #difference = '';

  constructor(texts: RunTexts, send: (message: FromPage) => void) {
    this.#texts = texts;
    this.#send = send;
    this.#parts = new ElementFactory(texts);
    this.element = htmlElement('div', { class: 'log', role: 'log', 'aria-label': texts.log, tabindex: 0 });
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
    return htmlElement(
      'div',
      { class: `turn${isChanged ? ' changed' : ''}` },
      ...(turn.event ? [this.#user(turn.event, isFree ? index : undefined)] : []),
      ...(isChanged ? [this.#before(difference.before, true)] : []),
      ...turn.outputs.flatMap((one) => {
        const isCurrent = one === lastMessage;
        return this.#output(one, canClick && isCurrent, isCurrent && !isLast && isFree ? index : undefined);
      }),
      ...(isLast || lastMessage || !isFree ? [] : [this.#backButton(index)]),
    );
  }

  /** Messages from before the text was edited. */
  #before(turn: ShownTurn | undefined, isReplaced: boolean): HTMLElement {
    const { before, now, nothingNow } = this.#texts;
    return htmlElement(
      'div',
      { class: 'versions' },
      htmlElement(
        'div',
        { class: 'before', role: 'group', 'aria-label': before },
        htmlElement('div', { class: 'version' }, before),
        ...(turn?.outputs ?? []).flatMap((one) => this.#output(one, false)),
      ),
      htmlElement('div', { class: 'version now' }, isReplaced ? now : nothingNow),
    );
  }

  /** @param index the turn that can be repeated; undefined for no button */
  #user(event: ConversationEvent, index: number | undefined): HTMLElement {
    const { you, resend, resendHint } = this.#texts;
    return htmlElement(
      'div',
      { class: 'said-by-user' },
      ...(index === undefined
        ? []
        : [
            actionButton(resend, () => this.#send({ type: 'resend', turn: index }), {
              hint: resendHint,
              kind: 'quiet',
            }),
          ]),
      htmlElement(
        'div',
        { class: 'bubble user', role: 'group', 'aria-label': you },
        eventText(event, this.#texts),
      ),
    );
  }

  #backButton(turn: number): HTMLElement {
    const { back, backHint } = this.#texts;
    return actionButton(back, () => this.#send({ type: 'back', turn }), { hint: backHint, kind: 'quiet' });
  }

  /** @param turn the turn to which the user can go back; undefined for no button */
  #output(output: ShownOutput, canClick: boolean, turn?: number): HTMLElement[] {
    switch (output.kind) {
      case 'message':
        return this.#message(output, canClick, turn);
      case 'form_error':
        return [htmlElement('p', { class: 'remark error', role: 'alert' }, output.message)];
      case 'error':
        return [this.#remark(output)];
      case 'note':
        return NOTICED.has(output.code) ? [this.#remark(output)] : [];
      case 'ended':
        return [htmlElement('p', { class: 'end' }, this.#texts.over)];
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
    const { agent, goToState } = this.#texts;
    const media = (['image', 'audio', 'video'] as const).flatMap((kind) => {
      const address = message[kind];
      return address === undefined || address === '' ? [] : [this.#media(kind, address)];
    });
    const name = stateLabel(state);
    const label = place
      ? actionButton(name, () => this.#send({ type: 'reveal', place }), {
          hint: fillPlaceholders(goToState, name),
          kind: 'state-name',
        })
      : htmlElement('span', { class: 'state-name' }, name);
    const content = [...media, ...(text === undefined || text === '' ? [] : [this.#parts.message(text)])];
    const back = turn === undefined ? [] : [this.#backButton(turn)];
    return [
      htmlElement('div', { class: 'message-head' }, label, ...back),
      ...(sender ? [this.#sender(sender)] : []),
      ...(content.length > 0
        ? [htmlElement('div', { class: 'bubble agent', role: 'group', 'aria-label': agent }, ...content)]
        : []),
      ...(buttons.length > 0 ? [this.#buttons(buttons, canClick)] : []),
      ...(suggestedReplies.length > 0 ? [this.#replies(suggestedReplies, canClick && canChat)] : []),
    ];
  }

  #sender({ name = '', avatar = '' }: MessageSender): HTMLElement {
    const isLoaded = this.#loadsMedia && /^https?:/i.test(avatar);
    const picture = isLoaded
      ? htmlElement('img', { class: 'avatar', src: avatar, alt: '' })
      : this.#parts.avatar(name, avatar);
    return htmlElement('div', { class: 'sender' }, picture, htmlElement('span', { class: 'name' }, name));
  }

  /** Buttons that send a message. */
  #replies(replies: readonly string[], canSend: boolean): HTMLElement {
    return htmlElement(
      'div',
      { class: 'replies', role: 'group', 'aria-label': this.#texts.replies },
      ...replies.slice(0, MAX_BUTTONS).map((say) => {
        const element = actionButton(say, () => this.#send({ type: 'event', event: { say } }));
        element.disabled = !canSend;
        return element;
      }),
    );
  }

  #media(kind: 'image' | 'audio' | 'video', address: string): HTMLElement {
    if (this.#loadsMedia && /^https?:/i.test(address)) {
      if (kind === 'image') return htmlElement('img', { src: address, alt: this.#texts.image });
      return htmlElement(kind, { src: address, controls: '', 'aria-label': this.#texts[kind] });
    }
    const { loadMedia, loadMediaHint } = this.#texts;
    const shown = this.#parts.media(kind, '', [document.createTextNode(address)]);
    const load = actionButton(loadMedia, () => this.#send({ type: 'loadMedia' }), {
      hint: loadMediaHint,
      kind: 'plain',
    });
    return htmlElement('div', { class: 'unloaded' }, shown, ...(/^https?:/i.test(address) ? [load] : []));
  }

  #buttons(buttons: readonly MessageButton[], canClick: boolean): HTMLElement {
    // Buttons without a row share one.
    const rows = groupBy(buttons.slice(0, MAX_BUTTONS), ({ row }) => row);
    return htmlElement(
      'div',
      { class: 'rows', role: 'group', 'aria-label': this.#texts.buttons },
      ...[...rows.values()].map((row) =>
        htmlElement('div', { class: 'row' }, ...row.map((one) => this.#button(one, buttons, canClick))),
      ),
    );
  }

  #button(button: MessageButton, all: readonly MessageButton[], canClick: boolean): HTMLElement {
    const { content, event, description } = button;
    const click = clickOf(button, all);
    const hints = [description, event === undefined ? undefined : fillPlaceholders(this.#texts.event, event)];
    const hint = hints.filter((one) => one !== undefined && one !== '').join('\n');
    const label = content === '' ? this.#texts.unnamed : content;
    const element = actionButton(label, () => this.#send({ type: 'event', event: { click } }), { hint });
    element.disabled = !canClick;
    return element;
  }
}

/** The maximum number of shown buttons. */
const MAX_BUTTONS = 500;
