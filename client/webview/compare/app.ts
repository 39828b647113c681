import * as l10n from '@vscode/l10n';
import type { AutomataComparison } from '../../../server/protocol/messages';
import { ownValue } from '../../../server/text/own-value';
import type { ComparePageStart, FromPage, SavedPage, ToPage } from '../../compare/messages';
import { htmlElement } from '../dom';
import { App } from '../graph/app';
import type { GraphHost, SavedState } from '../graph/host';
import { actionButton, trustButton } from '../run/controls';
import { sentence } from '../sentence';
import { ChangeList } from './change-list';
import { VersionsOfConversation } from './conversation';
import { comparisonSummary, locationHint, undecidedSentences } from './wording';

/** What the page stores: what the panel restores, and the state of the drawing. */
interface PageState {
  readonly saved?: SavedPage;
  readonly graph?: SavedState;
}

/** The panel, as the page sees it. */
export interface CompareHost {
  postMessage(message: FromPage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}

/** The page: a list of changes beside the states of both versions, or beside the conversation of a change. */
export class CompareApp {
  readonly #host: CompareHost;
  readonly #start: ComparePageStart;
  readonly #title = htmlElement('h1', {});
  readonly #summary = htmlElement('span', { class: 'summary', role: 'status' });
  readonly #notices = htmlElement('div', { class: 'notices', role: 'status' });
  /** As the drawing and the conversation, it is the main part of the page while it is shown. */
  readonly #nothing = htmlElement('main', { class: 'nothing' });
  readonly #panes: HTMLElement;
  readonly #states = htmlElement('div', { class: 'states' });
  readonly #list: ChangeList;
  readonly #conversation: VersionsOfConversation;
  readonly #again: HTMLButtonElement;
  #graph: App | undefined;
  #comparison: AutomataComparison | undefined;
  #state: PageState;
  #revision = '';
  /** The change whose conversation is open. */
  #opened: number | undefined;

  constructor(host: CompareHost, start: ComparePageStart, body: HTMLElement) {
    this.#host = host;
    this.#start = start;
    this.#state = host.getState() ?? {};
    const send = (message: FromPage) => host.postMessage(message);
    this.#list = new ChangeList(send, (index) => this.#open(index));
    this.#conversation = new VersionsOfConversation(send, {
      close: () => this.#close(),
      previous: () => this.#step(-1),
      next: () => this.#step(1),
    });
    this.#again = actionButton(l10n.t('Compare Again'), () => send({ type: 'again' }));
    this.#panes = htmlElement(
      'div',
      { class: 'panes', hidden: '' },
      this.#list.element,
      htmlElement('div', { class: 'shown' }, this.#states, this.#conversation.element),
    );
    body.append(
      htmlElement(
        'div',
        { class: 'page' },
        htmlElement(
          'header',
          { class: 'toolbar tools' },
          this.#title,
          this.#summary,
          this.#again,
          actionButton(l10n.t('Compare with…'), () => send({ type: 'other' }), {
            hint: l10n.t('Compare with another branch, tag or commit'),
          }),
        ),
        this.#notices,
        this.#nothing,
        this.#panes,
      ),
    );
    addEventListener('focus', () => {
      if (document.activeElement === body && !this.#panes.hidden) this.#focus();
    });
  }

  /** Takes a message of the panel. */
  receive(message: ToPage): void {
    const { saved } = message;
    this.#store({ saved });
    this.#revision = saved.label;
    this.#title.textContent = l10n.t('Changes since {0}', saved.label);
    this.#again.disabled = message.type === 'comparing';
    switch (message.type) {
      case 'comparing':
        this.#comparing(message.steps);
        break;
      case 'none':
        this.#explain(message);
        break;
      case 'comparison':
        this.#show(message.comparison, message.isStale);
        break;
    }
  }

  #comparing(steps: number): void {
    this.#comparison = undefined;
    if (this.#nothing.querySelector('.steps') === null) {
      this.#showNothing(
        htmlElement('p', { role: 'status' }, l10n.t('Playing the conversations of both versions…')),
        // Not read out, as it changes all the time.
        htmlElement('p', { class: 'steps', 'aria-hidden': 'true' }),
        actionButton(l10n.t('Cancel'), () => this.#host.postMessage({ type: 'cancel' })),
      );
    }
    const count = this.#nothing.querySelector('.steps');
    if (count) count.textContent = steps === 0 ? '' : l10n.t('{0} steps', steps);
  }

  #explain({ reason, needsTrust, location }: Extract<ToPage, { readonly type: 'none' }>): void {
    this.#comparison = undefined;
    const show = location && (() => this.#host.postMessage({ type: 'showLocation', location }));
    this.#showNothing(
      htmlElement('p', { role: 'alert' }, ...sentence(reason)),
      ...(show ? [actionButton(locationHint(location), show)] : []),
      ...(needsTrust ? [trustButton(this.#host)] : []),
    );
  }

  #showNothing(...content: readonly HTMLElement[]): void {
    this.#close(false);
    this.#summary.textContent = '';
    this.#notices.replaceChildren();
    this.#panes.hidden = true;
    this.#nothing.hidden = false;
    this.#nothing.replaceChildren(...content);
  }

  #show(comparison: AutomataComparison, isStale: boolean): void {
    this.#nothing.hidden = true;
    this.#nothing.replaceChildren();
    this.#notices.replaceChildren(
      ...(isStale
        ? [htmlElement('p', { class: 'notice' }, l10n.t('The text has changed since it was compared.'))]
        : []),
      ...undecidedSentences(comparison).map((one) => htmlElement('p', { class: 'notice' }, one)),
    );
    this.#panes.hidden = false;
    if (comparison.version === this.#comparison?.version) return;
    const isNew = this.#comparison === undefined;
    this.#comparison = comparison;
    this.#summary.textContent = comparisonSummary(comparison);
    this.#list.show(comparison);
    this.#graph ??= this.#newGraph();
    this.#graph.receive({ type: 'graph', graph: comparison.graph, title: comparison.title });
    this.#graph.receive({ type: 'marks', marks: comparison.marks });
    if (isNew && document.hasFocus()) this.#focus();
  }

  #focus(): void {
    if (!this.#list.focus(this.#opened)) this.#again.focus();
  }

  /** The drawing. It has the focus and the keys of the state graph. */
  #newGraph(): App {
    const host: GraphHost = {
      postMessage: (message) => {
        if (message.type === 'save' || message.type === 'copy' || message.type === 'failed')
          this.#host.postMessage(message);
        // The text would cover the drawing at every click.
        if (message.type !== 'reveal' || !message.focus) return;
        const location = ownValue(this.#comparison?.places, message.id);
        if (location) this.#host.postMessage({ type: 'showLocation', location });
      },
      getState: () => this.#state.graph,
      setState: (graph) => this.#store({ graph }),
    };
    const { uri, layouter } = this.#start;
    return new App(host, { uri, layouter }, this.#states);
  }

  #open(index: number): void {
    const change = this.#comparison?.behaviour[index];
    if (change === undefined || change.turns.length === 0) return;
    this.#opened = index;
    this.#list.mark(index);
    this.#states.hidden = true;
    this.#conversation.show(change, this.#revision);
  }

  /** Opens the next or previous change that has a conversation. */
  #step(by: 1 | -1): void {
    const changes = this.#comparison?.behaviour ?? [];
    for (let at = (this.#opened ?? 0) + by; at >= 0 && at < changes.length; at += by) {
      if (changes[at]?.turns.length === 0) continue;
      this.#open(at);
      return;
    }
  }

  /** Shows the states. */
  #close(isFocused = true): void {
    const opened = this.#opened;
    this.#opened = undefined;
    this.#conversation.hide();
    this.#states.hidden = false;
    this.#list.mark(undefined);
    if (isFocused && opened !== undefined) this.#list.focus(opened);
  }

  #store(changes: PageState): void {
    this.#state = { ...this.#state, ...changes };
    this.#host.setState(this.#state);
  }
}
