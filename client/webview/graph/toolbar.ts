import type { ExportFormat, TextFormat } from '../../graph/messages';
import type { GraphTexts } from '../../graph/texts';
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

  constructor(texts: GraphTexts, tools: ToolbarActions) {
    this.#neighbours = iconButton('neighbours', texts.neighbours, () => tools.neighbours());
    this.#path = iconButton('path', texts.path, () => tools.path());
    this.#automata = iconButton('automata', texts.automata, () => tools.automata());
    this.#minimap = iconButton('minimap', texts.minimap, () => tools.minimap());
    const menu = new Menu('export', texts.export, [
      { label: texts.saveSvg, choose: () => tools.save('svg') },
      { label: texts.savePng, choose: () => tools.save('png') },
      { label: texts.saveMermaid, choose: () => tools.save('mermaid') },
      { label: texts.saveDot, choose: () => tools.save('dot') },
      { label: texts.copyMermaid, choose: () => tools.copy('mermaid'), isFirstOfGroup: true },
      { label: texts.copyDot, choose: () => tools.copy('dot') },
    ]);
    const group = (...buttons: readonly HTMLElement[]) => htmlElement('div', { class: 'group' }, ...buttons);
    this.element = htmlElement(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': texts.toolbar },
      this.#summary,
      group(
        iconButton('search', texts.search, () => tools.search()),
        this.#neighbours,
        this.#path,
        this.#automata,
      ),
      group(
        iconButton('zoomOut', texts.zoomOut, () => tools.zoom(1 / zoomStep)),
        iconButton('zoomIn', texts.zoomIn, () => tools.zoom(zoomStep)),
        iconButton('fit', texts.fit, () => tools.fit()),
        this.#minimap,
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
  switched(on: { neighbours: boolean; path: boolean; automata: boolean; minimap: boolean }): void {
    setPressed(this.#neighbours, on.neighbours);
    setPressed(this.#path, on.path);
    setPressed(this.#automata, on.automata);
    setPressed(this.#minimap, on.minimap);
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
