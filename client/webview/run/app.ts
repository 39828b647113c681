import * as l10n from '@vscode/l10n';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { FromPage, PageConversation, SavedPage, ToPage } from '../../run/messages';
import { htmlElement } from '../dom';
import { Composer } from './composer';
import { trustButton } from './controls';
import { Details, type OpenSections } from './details';
import { MessageLog } from './message-log';
import { Notices } from './notices';
import { StartForm } from './start-form';
import { RunToolbar } from './toolbar';

/** What the page stores: what the panel restores, and which sections the user opened or closed. */
interface PageState extends Partial<SavedPage> {
  readonly openSections?: OpenSections;
}

/** The panel, as the page sees it. */
export interface RunHost {
  postMessage(message: FromPage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}

/** The page: shows the content that the panel sends, and reports actions of the user. */
export class RunApp {
  readonly #host: RunHost;
  readonly #main: HTMLElement;
  readonly #content: HTMLElement;
  readonly #note: HTMLElement;
  readonly #toolbar: RunToolbar;
  readonly #startForm: StartForm;
  readonly #notices: Notices;
  readonly #log: MessageLog;
  readonly #composer: Composer;
  readonly #details: Details;
  #turns: ShownTurn[] = [];
  #state: PageState;

  constructor(host: RunHost, body: HTMLElement) {
    this.#host = host;
    const send = (message: FromPage) => host.postMessage(message);
    this.#startForm = new StartForm(send);
    this.#toolbar = new RunToolbar(send, () => this.#startForm.toggle());
    this.#notices = new Notices(send);
    this.#log = new MessageLog(send);
    this.#composer = new Composer(send);
    this.#state = host.getState() ?? {};
    this.#details = new Details(send, this.#state.openSections ?? {}, (openSections) =>
      this.#store({ openSections }),
    );
    this.#note = htmlElement(
      'div',
      { class: 'nothing' },
      htmlElement('p', {}, l10n.t('Starting the conversation…')),
    );
    this.#content = htmlElement(
      'div',
      { class: 'content', hidden: '' },
      this.#toolbar.element,
      this.#startForm.element,
      this.#notices.element,
      htmlElement(
        'div',
        { class: 'columns' },
        htmlElement('div', { class: 'chat-column' }, this.#log.element, this.#composer.element),
        this.#details.element,
      ),
    );
    this.#main = htmlElement(
      'main',
      { 'aria-label': l10n.t('Conversation') },
      htmlElement('h1', { class: 'heard' }, l10n.t('Conversation')),
      this.#note,
      this.#content,
    );
    body.append(this.#main);
    // When the panel gets the focus, the next control gets it, unless the user clicks into the page: the click would be
    // lost, because a browser ignores it on a label while a text is selected meanwhile.
    let isPressed = false;
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
      addEventListener(type, () => (isPressed = type === 'pointerdown'), true);
    addEventListener('focus', () =>
      requestAnimationFrame(() => {
        if (!isPressed && document.activeElement === body) this.#focusNext();
      }),
    );
  }

  /** Takes a message of the panel. */
  receive(message: ToPage): void {
    if (message.type === 'modelText') {
      this.#composer.addModelText(message.text);
      return;
    }
    const isConversation = message.type === 'conversation';
    this.#note.hidden = isConversation;
    this.#content.hidden = !isConversation;
    if (isConversation) this.#show(message);
    else this.#showNothing(message.reason, message.needsTrust);
  }

  #show(shown: PageConversation): void {
    this.#turns = [...this.#turns.slice(0, shown.from), ...shown.turns];
    // If the keyboard focus was in the conversation, it moves to the next control.
    const had = document.activeElement;
    const isInside = this.#log.element.contains(had) || this.#composer.element.contains(had);
    this.#toolbar.show(shown);
    if (shown.debugging) this.#startForm.toggle(false);
    this.#notices.show(shown);
    this.#composer.show(this.#turns, shown);
    // Scrolls to the end, which depends on the size of the other parts.
    this.#log.show(this.#turns, shown);
    this.#details.show(this.#turns, shown);
    this.#startForm.show(this.#turns, shown);
    if (shown.saved) this.#store(shown.saved);
    const hasFocus = isInside || (document.hasFocus() && had === document.body);
    if (hasFocus && !this.#main.contains(document.activeElement)) this.#focusNext();
  }

  #store(changes: PageState): void {
    this.#state = { ...this.#state, ...changes };
    this.#host.setState(this.#state);
  }

  #focusNext(): void {
    if (!this.#composer.focus()) this.#log.focusButton();
  }

  #showNothing(reason: string, needsTrust: boolean): void {
    this.#turns = [];
    const buttons = needsTrust ? [trustButton(this.#host)] : [];
    this.#note.replaceChildren(htmlElement('p', {}, reason), ...buttons);
  }
}
