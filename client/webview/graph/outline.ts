import * as l10n from '@vscode/l10n';
import { groupBy } from '../../../server/text/group-by';
import { htmlElement } from '../dom';
import { type DrawnElement, drawnElement } from '../drawn-element';
import { setChildren } from '../set-children';
import type { DrawnGraph } from './drawing';

/** All states and transitions as nested lists for screen readers; not visible. */
export class OutlineList {
  readonly element: HTMLElement;
  readonly #list = htmlElement('ul');
  /** By their nodes: of a large graph, few change at once. */
  #items = new Map<string, DrawnElement<HTMLElement>>();

  constructor() {
    this.element = htmlElement(
      'section',
      { class: 'heard', 'aria-label': l10n.t('All states and transitions') },
      this.#list,
    );
  }

  /** Rewrites what has changed in the lists, in which the reader may be. */
  write({ nodes, edges }: DrawnGraph): void {
    const before = this.#items;
    this.#items = new Map();
    const away = groupBy(edges, ({ edge }) => edge.from);
    for (const { node, label } of nodes) {
      const texts = [label, ...(away.get(node.id) ?? []).map(({ tooltip }) => tooltip())];
      this.#items.set(
        node.id,
        drawnElement(before.get(node.id), texts, () => item(texts)),
      );
    }
    setChildren(
      this.#list,
      [...this.#items.values()].map(({ element }) => element),
    );
  }
}

/** A state with its transitions. */
function item([state = '', ...transitions]: readonly string[]): HTMLElement {
  const away = transitions.map((text) => htmlElement('li', {}, text));
  return htmlElement('li', {}, state, ...(away.length > 0 ? [htmlElement('ul', {}, ...away)] : []));
}
