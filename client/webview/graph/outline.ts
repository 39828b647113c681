import * as l10n from '@vscode/l10n';
import { htmlElement } from '../dom';
import type { Model } from './model';
import { describeState, describeTransition } from './wording';

/** All states and transitions as nested lists for screen readers; not visible. */
export class OutlineList {
  readonly element: HTMLElement;
  readonly #list = htmlElement('ul');

  constructor() {
    this.element = htmlElement(
      'section',
      { class: 'heard', 'aria-label': l10n.t('All states and transitions') },
      this.#list,
    );
  }

  /** Rewrites the lists. */
  write(model: Model): void {
    this.#list.replaceChildren(
      ...model.graph.nodes.map((node) => {
        const edges = model.out.get(node.id) ?? [];
        const away = edges.map((edge) => htmlElement('li', {}, describeTransition(model, edge)));
        return htmlElement(
          'li',
          {},
          describeState(model, node),
          ...(away.length > 0 ? [htmlElement('ul', {}, ...away)] : []),
        );
      }),
    );
  }
}
