import * as l10n from '@vscode/l10n';
import { htmlElement } from '../dom';
import { iconButton } from './button';

/** Callbacks of the search box. */
interface SearchActions {
  /** The query changed. Returns the matching ids; the first one is shown. */
  find(words: string): readonly string[];
  /** Shows one of the results. */
  show(id: string): void;
  closed(): void;
}

/** The search box, with the number of results and buttons for the next and previous one. */
export class SearchBox {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #count: HTMLElement;
  #found: readonly string[] = [];
  #at = 0;

  constructor(private readonly searching: SearchActions) {
    this.#input = htmlElement('input', {
      type: 'text',
      spellcheck: 'false',
      placeholder: l10n.t('Name, text or event'),
      'aria-label': l10n.t('Search (/)'),
    });
    this.#count = htmlElement('span', { class: 'count', role: 'status' });
    this.element = htmlElement(
      'div',
      {
        class: 'search',
        role: 'search',
        hidden: '',
        // Unlike the drawing, the field has Cut, Copy and Paste.
        'data-vscode-context': JSON.stringify({ preventDefaultContextMenuItems: false }),
      },
      this.#input,
      this.#count,
      iconButton('previous', l10n.t('Previous (Shift+Enter)'), () => this.#step(-1)),
      iconButton('next', l10n.t('Next (Enter)'), () => this.#step(1)),
      iconButton('close', l10n.t('Close (Escape)'), () => this.close()),
    );
    this.#input.addEventListener('input', () => this.refresh(true));
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Shows the box and puts the focus into it. */
  open(): void {
    this.element.hidden = false;
    this.#input.focus();
    this.#input.select();
    this.refresh(false);
  }

  close(): void {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.#found = [];
    this.searching.find('');
    this.searching.closed();
  }

  /**
   * Searches again after a change of the query or the graph.
   *
   * @param show whether to show the first result
   */
  refresh(show: boolean): void {
    if (!this.isOpen) return;
    this.#found = this.searching.find(this.#input.value);
    this.#at = 0;
    if (show) this.#step(0);
    else this.#tell();
  }

  #step(by: number): void {
    const { length } = this.#found;
    this.#at = length === 0 ? 0 : (this.#at + by + length) % length;
    const id = this.#found[this.#at];
    if (id !== undefined) this.searching.show(id);
    this.#tell();
  }

  #tell(): void {
    const none = this.#input.value.trim() !== '' && this.#found.length === 0;
    this.#count.textContent = none
      ? l10n.t('No results')
      : this.#found.length === 0
        ? ''
        : l10n.t('{0} of {1}', this.#at + 1, this.#found.length);
    this.#input.classList.toggle('nothing', none);
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && event.target === this.#input) this.#step(event.shiftKey ? -1 : 1);
    else if (event.key === 'F3') this.#step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
