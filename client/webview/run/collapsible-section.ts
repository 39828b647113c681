import { htmlElement } from '../dom';
import { icon } from '../graph/icons';

/** A section whose heading is a button that hides its content. */
export class CollapsibleSection {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #content: HTMLElement;
  #chosen: boolean | undefined;

  /**
   * @param chosen whether its user opened or closed it before
   * @param onChosen called when the user opens or closes it
   */
  constructor(title: string, content: HTMLElement, chosen: boolean | undefined, onChosen: () => void) {
    this.#content = content;
    this.#chosen = chosen;
    this.#button = htmlElement('button', { type: 'button', class: 'heading' }, icon('next'), title);
    this.element = htmlElement(
      'section',
      { 'aria-label': title },
      htmlElement('h2', {}, this.#button),
      content,
    );
    this.#button.addEventListener('click', () => {
      this.#chosen = content.hidden !== false;
      this.#toggle(this.#chosen);
      onChosen();
    });
    this.#toggle(chosen ?? true);
  }

  /** Whether its user opened or closed it; undefined for neither. */
  get chosen(): boolean | undefined {
    return this.#chosen;
  }

  /** Opens or closes it, unless its user has chosen. */
  openByDefault(isOpen: boolean): void {
    this.#toggle(this.#chosen ?? isOpen);
  }

  #toggle(isOpen: boolean): void {
    this.#content.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.element.classList.toggle('closed', !isOpen);
  }
}
