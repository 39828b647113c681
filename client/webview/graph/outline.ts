import { html } from '../dom';
import type { Model } from './model';
import type { Wording } from './wording';

/** All states and transitions as nested lists: for those who hear the page; nobody sees it. */
export class Outline {
  readonly element: HTMLElement;
  readonly #list = html('ul');

  constructor(private readonly wording: Wording) {
    this.element = html('section', { class: 'heard', 'aria-label': wording.texts.outline }, this.#list);
  }

  /** Writes the lists anew. */
  write(model: Model): void {
    const { wording } = this;
    this.#list.replaceChildren(
      ...model.graph.nodes.map((node) => {
        const edges = model.out.get(node.id) ?? [];
        const away = edges.map((edge) => html('li', {}, wording.edge(model, edge)));
        return html(
          'li',
          {},
          wording.node(model, node),
          ...(away.length > 0 ? [html('ul', {}, ...away)] : []),
        );
      }),
    );
  }
}
