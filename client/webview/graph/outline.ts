import { htmlElement } from '../dom';
import type { Model } from './model';
import type { Wording } from './wording';

/** All states and transitions as nested lists for screen readers; not visible. */
export class OutlineList {
  readonly element: HTMLElement;
  readonly #list = htmlElement('ul');

  constructor(private readonly wording: Wording) {
    this.element = htmlElement(
      'section',
      { class: 'heard', 'aria-label': wording.texts.outline },
      this.#list,
    );
  }

  /** Rewrites the lists. */
  write(model: Model): void {
    const { wording } = this;
    this.#list.replaceChildren(
      ...model.graph.nodes.map((node) => {
        const edges = model.out.get(node.id) ?? [];
        const away = edges.map((edge) => htmlElement('li', {}, wording.edge(model, edge)));
        return htmlElement(
          'li',
          {},
          wording.node(model, node),
          ...(away.length > 0 ? [htmlElement('ul', {}, ...away)] : []),
        );
      }),
    );
  }
}
