import * as l10n from '@vscode/l10n';
import type {
  AutomataComparison,
  BehaviourChangeData,
  StructureChangeData,
  VersionLocation,
} from '../../../server/protocol/messages';
import type { FromPage } from '../../compare/messages';
import { htmlElement } from '../dom';
import { actionButton } from '../run/controls';
import { sentence } from '../sentence';
import { conversationCount, locationHint, locationText } from './wording';

/** The changes that people notice, and those of the text. The arrow keys move between them. */
export class ChangeList {
  readonly element = htmlElement('section', { class: 'changes', 'aria-label': l10n.t('Changes') });
  readonly #send: (message: FromPage) => void;
  readonly #open: (index: number) => void;
  #entries: readonly HTMLButtonElement[] = [];

  /** @param open opens the conversation of a change */
  constructor(send: (message: FromPage) => void, open: (index: number) => void) {
    this.#send = send;
    this.#open = open;
    this.element.addEventListener('keydown', (event) => this.#move(event));
  }

  show({ behaviour, structure }: AutomataComparison): void {
    const noticed = behaviour.map((change, index) => this.#behaviour(change, index));
    const written = structure.map((change) => this.#structure(change));
    this.element.replaceChildren(
      ...list(
        l10n.t('What people notice'),
        noticed,
        l10n.t('Every conversation that was tried is the same.'),
      ),
      ...list(
        l10n.t('What is written'),
        written,
        l10n.t('Apart from comments and layout, the text is the same.'),
      ),
    );
    this.#entries = [...this.element.querySelectorAll<HTMLButtonElement>('button.entry')];
  }

  /** Marks the change whose conversation is open; undefined for none. */
  mark(index: number | undefined): void {
    for (const [at, entry] of this.#entries.entries())
      if (at === index) entry.setAttribute('aria-current', 'true');
      else entry.removeAttribute('aria-current');
  }

  /** Focuses a change, the first one by default; false if there is none. */
  focus(index = 0): boolean {
    this.#entries[index]?.focus();
    return this.#entries[index] !== undefined;
  }

  #behaviour(change: BehaviourChangeData, index: number): HTMLElement {
    const { title, location, conversations, turns } = change;
    const entry = actionButton('', () => this.#open(index), { kind: 'entry' });
    entry.append(
      htmlElement('span', { class: 'title' }, ...sentence(title)),
      htmlElement('span', { class: 'detail' }, conversationCount(conversations)),
    );
    // A state that is not reached any more has no conversation.
    if (turns.length === 0) entry.addEventListener('click', () => location && this.#go(location));
    return htmlElement('li', { class: `change of-${change.kind}` }, entry, ...this.#link(location));
  }

  #structure({ change, title, location, before, after }: StructureChangeData): HTMLElement {
    const entry = actionButton('', () => location && this.#go(location), { kind: 'entry' });
    entry.append(
      htmlElement('span', { class: `sign ${change}`, 'aria-hidden': 'true' }, SIGNS[change]),
      htmlElement('span', { class: 'title' }, ...sentence(title)),
    );
    return htmlElement(
      'li',
      { class: 'change' },
      entry,
      ...this.#link(location),
      ...valueElement('del', l10n.t('Before'), before),
      ...valueElement('ins', l10n.t('After'), after),
    );
  }

  #link(location: VersionLocation | undefined): HTMLElement[] {
    if (location === undefined) return [];
    const hint = locationHint(location);
    const link = actionButton(locationText(location), () => this.#go(location), { hint, kind: 'place' });
    link.setAttribute('aria-label', hint);
    return [link];
  }

  #go(location: VersionLocation): void {
    this.#send({ type: 'showLocation', location });
  }

  #move(event: KeyboardEvent): void {
    const at = this.#entries.indexOf(document.activeElement as HTMLButtonElement);
    const last = this.#entries.length - 1;
    const to = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[
      event.key
    ];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    this.#entries[to]?.focus();
  }
}

const SIGNS: Readonly<Record<StructureChangeData['change'], string>> = {
  added: '+',
  removed: '−',
  changed: '~',
  renamed: '→',
  moved: '→',
};

function list(title: string, items: readonly HTMLElement[], nothing: string): HTMLElement[] {
  return [
    htmlElement('h2', {}, title),
    items.length === 0 ? htmlElement('p', { class: 'none' }, nothing) : htmlElement('ul', {}, ...items),
  ];
}

function valueElement(name: 'del' | 'ins', label: string, value: string | undefined): HTMLElement[] {
  if (value === undefined) return [];
  return [
    htmlElement(
      'div',
      { class: 'value' },
      htmlElement('span', { class: 'heard' }, label),
      htmlElement(name, {}, value),
    ),
  ];
}
