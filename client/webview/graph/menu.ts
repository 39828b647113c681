import { htmlElement } from '../dom';
import { iconButton } from './button';
import type { IconName } from './icons';

interface MenuItem {
  readonly label: string;
  readonly choose: () => void;
  /** A separator is drawn above it. */
  readonly isFirstOfGroup?: boolean;
}

/** A button that opens a menu. */
export class Menu {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #list: HTMLElement;
  readonly #items: readonly HTMLElement[];

  constructor(name: IconName, title: string, items: readonly MenuItem[]) {
    this.#button = iconButton(name, title, () => this.#toggle());
    this.#button.setAttribute('aria-haspopup', 'menu');
    this.#items = items.map((item) => this.#itemOf(item));
    this.#list = htmlElement(
      'div',
      { class: 'items', role: 'menu', 'aria-label': title, hidden: '' },
      ...this.#items,
    );
    this.element = htmlElement('div', { class: 'menu' }, this.#button, this.#list);
    this.#show(false);
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.element.contains(relatedTarget))) this.#show(false);
    });
  }

  #itemOf({ label, choose, isFirstOfGroup }: MenuItem): HTMLElement {
    const item = htmlElement(
      'button',
      { type: 'button', role: 'menuitem', tabindex: -1, class: isFirstOfGroup ? 'first' : undefined },
      label,
    );
    item.addEventListener('click', () => {
      this.#show(false);
      this.#button.focus();
      choose();
    });
    return item;
  }

  #toggle(): void {
    this.#show(this.#list.hidden !== false);
    if (!this.#list.hidden) this.#items[0]?.focus();
  }

  #show(isOpen: boolean): void {
    this.#list.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
  }

  #key(event: KeyboardEvent): void {
    const { length } = this.#items;
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? this.#items.indexOf(focused) : -1;
    if (event.key === 'ArrowDown') this.#items[(at + 1) % length]?.focus();
    else if (event.key === 'ArrowUp') this.#items[(at - 1 + length) % length]?.focus();
    else if (event.key === 'Home') this.#items[0]?.focus();
    else if (event.key === 'End') this.#items[length - 1]?.focus();
    else if (event.key === 'Escape') {
      this.#show(false);
      this.#button.focus();
    } else if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
  }
}
