import * as l10n from '@vscode/l10n';
import type { ExportFormat, TextFormat } from '../../graph/messages';
import { htmlElement } from '../dom';
import { iconButton, setPressed } from './button';
import { Menu } from './menu';
import type { SummaryPart } from './summary';

/** The actions of the toolbar's buttons. */
interface ToolbarActions {
  search(): void;
  neighbours(): void;
  path(): void;
  automata(): void;
  minimap(): void;
  legend(): void;
  zoom(factor: number): void;
  fit(): void;
  save(format: ExportFormat): void;
  copy(format: TextFormat): void;
}

/** The zoom factor of the buttons and keys. */
export const zoomStep = 1.25;

/** The toolbar above the drawing, with a summary of the graph. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #summary = htmlElement('span', { class: 'summary' });
  readonly #neighbours: HTMLButtonElement;
  readonly #path: HTMLButtonElement;
  readonly #automata: HTMLButtonElement;
  readonly #minimap: HTMLButtonElement;
  readonly #legend: HTMLButtonElement;

  constructor(tools: ToolbarActions) {
    this.#neighbours = iconButton(
      'neighbours',
      l10n.t('Show only the selected state and its neighbours (N)'),
      () => tools.neighbours(),
    );
    this.#path = iconButton('path', l10n.t('Find a path from the selected state to another (P)'), () =>
      tools.path(),
    );
    this.#automata = iconButton('automata', l10n.t('Show transitions of the automata (A)'), () =>
      tools.automata(),
    );
    this.#minimap = iconButton('minimap', l10n.t('Overview (M)'), () => tools.minimap());
    this.#legend = iconButton('legend', l10n.t('Legend (L)'), () => tools.legend());
    const menu = new Menu('export', l10n.t('Save or copy'), [
      { label: l10n.t('Save as SVG'), choose: () => tools.save('svg') },
      { label: l10n.t('Save as PNG'), choose: () => tools.save('png') },
      { label: l10n.t('Save as Mermaid'), choose: () => tools.save('mermaid') },
      { label: l10n.t('Save as DOT'), choose: () => tools.save('dot') },
      { label: l10n.t('Copy as Mermaid'), choose: () => tools.copy('mermaid'), isFirstOfGroup: true },
      { label: l10n.t('Copy as DOT'), choose: () => tools.copy('dot') },
    ]);
    const group = (...buttons: readonly HTMLElement[]) => htmlElement('div', { class: 'group' }, ...buttons);
    this.element = htmlElement(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': l10n.t('State graph toolbar') },
      this.#summary,
      group(
        iconButton('search', l10n.t('Search (/)'), () => tools.search()),
        this.#neighbours,
        this.#path,
        this.#automata,
      ),
      group(
        iconButton('zoomOut', l10n.t('Zoom out (-)'), () => tools.zoom(1 / zoomStep)),
        iconButton('zoomIn', l10n.t('Zoom in (+)'), () => tools.zoom(zoomStep)),
        iconButton('fit', l10n.t('Fit to screen (F)'), () => tools.fit()),
        this.#minimap,
        this.#legend,
      ),
      group(menu.element),
    );
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Shows the summary. */
  summarize(parts: readonly SummaryPart[]): void {
    this.#summary.replaceChildren(
      ...parts.map(({ text, kind }) => htmlElement('span', { class: kind }, text)),
    );
  }

  /** Shows the state of the toggle buttons. */
  switched(on: {
    neighbours: boolean;
    path: boolean;
    automata: boolean;
    minimap: boolean;
    legend: boolean;
  }): void {
    setPressed(this.#neighbours, on.neighbours);
    setPressed(this.#path, on.path);
    setPressed(this.#automata, on.automata);
    setPressed(this.#minimap, on.minimap);
    setPressed(this.#legend, on.legend);
  }

  /** In a toolbar, arrow keys move the focus between buttons. */
  #key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const buttons = [...this.element.querySelectorAll<HTMLElement>('.group > button, .menu > button')];
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? buttons.indexOf(focused) : -1;
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
