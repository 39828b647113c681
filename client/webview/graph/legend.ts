import * as l10n from '@vscode/l10n';
import { htmlElement, svgElement } from '../dom';

/** What the colours and lines of the drawing mean. Samples have the classes of what they explain. */
export class Legend {
  readonly element: HTMLElement = htmlElement('section', {
    class: 'legend',
    'aria-label': l10n.t('Legend'),
    hidden: '',
  });

  #hasDifferences = false;

  /** The samples are in the page only while they are shown. */
  show(isShown: boolean): void {
    if (isShown !== this.element.hidden) return;
    this.element.hidden = !isShown;
    this.element.replaceChildren(...(isShown ? content(this.#hasDifferences) : []));
  }

  /** The drawing shows two versions. */
  explainDifferences(): void {
    this.#hasDifferences = true;
    if (!this.element.hidden) this.element.replaceChildren(...content(true));
  }
}

function content(hasDifferences: boolean): HTMLElement[] {
  const differences = list(
    [node('added'), l10n.t('added')],
    [node('removed'), l10n.t('removed')],
    [node('changed'), l10n.t('changed')],
    [edge('added'), l10n.t('added')],
    [edge('removed'), l10n.t('removed')],
  );
  return [
    ...(hasDifferences ? [differences] : []),
    list(
      [node('initial'), l10n.t('initial state')],
      [node('final'), l10n.t('final state')],
      [node('unreachable'), l10n.t('unreachable state')],
      [node('missing'), l10n.t('missing state')],
      [edge('event'), l10n.t('a button or another event')],
      [edge('chat'), l10n.t('CHAT: a message of the user')],
      [edge('always'), l10n.t('ALWAYS: immediately')],
      [edge('done'), l10n.t('DONE: the end of an automata')],
    ),
    list(
      [node('selected'), l10n.t('selected')],
      [edge('related'), l10n.t('connected with what is selected, or on the path')],
      [node('found'), l10n.t('found by the search')],
      [node('has-errors'), l10n.t('with errors')],
      [node('has-warnings'), l10n.t('with warnings')],
      [edge('walked'), l10n.t('taken in the conversation; × how often')],
      [edge('walked open'), l10n.t('can be taken now')],
      [edge('unreached'), l10n.t('not reached by scenarios')],
    ),
  ];
}

type Entry = readonly [sample: SVGElement, meaning: string];

function list(...entries: readonly Entry[]): HTMLElement {
  return htmlElement(
    'ul',
    {},
    ...entries.map(([sample, meaning]) =>
      htmlElement('li', {}, svgElement('svg', { class: 'sample', 'aria-hidden': 'true' }, sample), meaning),
    ),
  );
}

const size = { width: 34, height: 16 } as const;

function node(kinds: string): SVGElement {
  const [x, y] = [1.5, 1.5];
  const { width, height } = size;
  return svgElement(
    'g',
    { class: `node ${kinds}`, 'data-meaning': kinds },
    svgElement('rect', { class: 'body', x, y, width: width - 2 * x, height: height - 2 * y, rx: 4 }),
    ...(kinds === 'final'
      ? [svgElement('rect', { class: 'inner', x: 4.5, y: 4.5, width: width - 9, height: height - 9, rx: 2 })]
      : []),
  );
}

function edge(kinds: string): SVGElement {
  const middle = size.height / 2;
  return svgElement(
    'g',
    { class: `edge ${kinds}`, 'data-meaning': kinds },
    svgElement('path', { class: 'line', d: `M0,${middle}H26` }),
    svgElement('path', { class: 'arrow', d: `M34,${middle}l-8,-3.6v7.2Z` }),
  );
}
