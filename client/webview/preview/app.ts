import * as l10n from '@vscode/l10n';
import type { FromPage, SavedPage, ToPage } from '../../preview/messages';
import { htmlElement } from '../dom';
import { previewElement } from './view';

/** The panel, as the page sees it. */
export interface PreviewHost {
  postMessage(message: FromPage): void;
  setState(state: SavedPage): void;
}

/** The page: shows the content that the panel sends, and reports clicks. */
export class PreviewApp {
  readonly #host: PreviewHost;
  readonly #main: HTMLElement;
  /** The shown content and its state. */
  #shown = '';
  #id: string | undefined;

  constructor(host: PreviewHost, body: HTMLElement) {
    this.#host = host;
    this.#main = htmlElement(
      'main',
      { 'aria-label': l10n.t('State preview') },
      htmlElement('p', { class: 'note' }, l10n.t('Reading the state…')),
    );
    body.append(this.#main);
    body.addEventListener('click', (event) => this.#clicked(event));
    body.addEventListener('keydown', (event) => this.#key(event));
    body.addEventListener('mouseover', ({ target }) => this.#point(placeOf(target)));
    body.addEventListener('mouseleave', () => this.#point(undefined));
  }

  /** Takes a message of the panel. */
  receive(message: ToPage): void {
    if (message.type === 'none') {
      this.#shown = '';
      this.#id = undefined;
      this.#main.replaceChildren(htmlElement('p', { class: 'note' }, message.reason));
      return;
    }
    const { preview, uri, here } = message;
    const content = JSON.stringify(preview);
    if (content !== this.#shown) {
      const id = `${uri}#${preview.state.id}`;
      this.#replace(previewElement(preview), id !== this.#id);
      this.#shown = content;
      this.#id = id;
      this.#host.setState({ uri, id: preview.state.id });
    }
    this.#markHere(here);
  }

  /** Replaces the content. The scroll position and the focus are preserved, unless it is another state. */
  #replace(element: HTMLElement, isOther: boolean): void {
    const top = isOther ? 0 : document.documentElement.scrollTop;
    const focused = placeOf(document.activeElement)?.dataset.at;
    this.#main.replaceChildren(element);
    document.documentElement.scrollTop = top;
    if (focused !== undefined && !isOther)
      this.#main.querySelector<HTMLElement>(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** Marks the innermost part that contains the cursor. */
  #markHere(at: number | undefined): void {
    const old = this.#main.querySelector('.here');
    const part = at === undefined ? null : this.#main.querySelector(`[data-at="${at}"]`);
    if (old === part) return;
    old?.classList.remove('here');
    part?.classList.add('here');
    part?.scrollIntoView({ block: 'nearest' });
  }

  #point(part: HTMLElement | undefined): void {
    const old = this.#main.querySelector('.pointed');
    if (old === part) return;
    old?.classList.remove('pointed');
    part?.classList.add('pointed');
  }

  #clicked(event: Event): void {
    // A click that ends a selection of text does not open the source.
    if (getSelection()?.isCollapsed === false) return;
    this.#reveal(placeOf(event.target));
  }

  #key(event: KeyboardEvent): void {
    // Real buttons handle these keys themselves.
    if ((event.key !== 'Enter' && event.key !== ' ') || event.target instanceof HTMLButtonElement) return;
    const part = placeOf(event.target);
    if (!part) return;
    event.preventDefault();
    this.#reveal(part);
  }

  #reveal(part: HTMLElement | undefined): void {
    const at = part?.dataset.at;
    if (at !== undefined) this.#host.postMessage({ type: 'reveal', at: Number(at) });
  }
}

/** The part of the preview around an element. */
function placeOf(target: EventTarget | null): HTMLElement | undefined {
  const part = target instanceof Element ? target.closest('[data-at]') : null;
  return part instanceof HTMLElement ? part : undefined;
}
