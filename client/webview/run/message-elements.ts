import * as l10n from '@vscode/l10n';
import { stateLabel } from '../../../server/format/target-path';
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
import type { FromPage } from '../../run/messages';
import { htmlElement } from '../dom';
import { avatarElement, type MediaKind, mediaElement, mediaName, messageElement } from '../preview/parts';
import { actionButton } from './controls';
import { eventText } from './wording';

/** Notes that are shown as messages, because the user of the agent notices that nothing happens. */
const NOTICED: ReadonlySet<string> = new Set(['event-unhandled', 'no-case', 'client-action']);

/**
 * What the user of the agent has done.
 *
 * @param more controls beside it
 */
export function userElement(event: ConversationEvent, more: readonly HTMLElement[] = []): HTMLElement {
  return htmlElement(
    'div',
    { class: 'said-by-user' },
    ...more,
    htmlElement(
      'div',
      { class: 'bubble user', role: 'group', 'aria-label': l10n.t('You') },
      eventText(event),
    ),
  );
}

/** The elements of messages as the user of the agent sees them. */
export class MessageElements {
  readonly #send: (message: FromPage) => void;
  loadsMedia = false;

  /** @param canLoadMedia whether the page offers to load pictures and sounds */
  constructor(
    send: (message: FromPage) => void,
    readonly canLoadMedia = true,
  ) {
    this.#send = send;
  }

  /**
   * The elements of an output; none if its user sees nothing.
   *
   * @param canClick whether its buttons can be used
   * @param more controls beside the name of the state
   */
  output(output: ShownOutput, canClick: boolean, more: readonly HTMLElement[] = []): HTMLElement[] {
    switch (output.kind) {
      case 'message':
        return this.#message(output, canClick, more);
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

  #message(message: ChatMessage, canClick: boolean, more: readonly HTMLElement[]): HTMLElement[] {
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
    return [
      htmlElement('div', { class: 'message-head' }, label, ...more),
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
    const isLoaded = this.loadsMedia && /^https?:/i.test(avatar);
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
    if (this.loadsMedia && /^https?:/i.test(address)) {
      if (kind === 'image') return htmlElement('img', { src: address, alt: mediaName(kind) });
      return htmlElement(kind, { src: address, controls: '', 'aria-label': mediaName(kind) });
    }
    const shown = mediaElement(kind, '', [document.createTextNode(address)]);
    const load = actionButton(l10n.t('Load Pictures and Sounds'), () => this.#send({ type: 'loadMedia' }), {
      hint: l10n.t('They are loaded from the addresses that the messages name.'),
      kind: 'plain',
    });
    return htmlElement(
      'div',
      { class: 'unloaded' },
      shown,
      ...(/^https?:/i.test(address) && this.canLoadMedia ? [load] : []),
    );
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
