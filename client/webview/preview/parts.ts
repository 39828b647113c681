import type { ExpressionChip, PreviewText } from '../../../server/features/preview/data';
import type { PreviewTexts } from '../../preview/texts';
import { fillPlaceholders, htmlElement } from '../dom';
import { type RenderedPart, renderMarkdown, renderPlain } from './markdown';

/** Longer expressions are cut in their chip; the title has all of it. In UTF-16 code units. */
const maxLength = 60;

/** The texts that elements contain. */
type PartTexts = Pick<
  PreviewTexts,
  'image' | 'audio' | 'video' | 'expression' | 'type' | 'value' | 'broken' | 'empty'
>;

/** Creates elements from texts. Content of a state is only set as text, never as HTML. */
export class ElementFactory {
  readonly #texts: PartTexts;

  constructor(texts: PartTexts) {
    this.#texts = texts;
  }

  /** A text in Markdown; the chips in it can be reached with the keyboard. */
  markdown({ at, pieces }: PreviewText): HTMLElement {
    const element = htmlElement('div', { class: 'markdown place', 'data-at': at });
    // One by one: the number of arguments of a call is limited.
    for (const node of this.#nodes(renderMarkdown(pieces), true)) element.append(node);
    return element;
  }

  /** The Markdown of a sent message, whose expressions are evaluated. */
  message(text: string): HTMLElement {
    const element = htmlElement('div', { class: 'markdown' });
    for (const node of this.#nodes(renderMarkdown([{ kind: 'text', text }]), true)) element.append(node);
    return element;
  }

  /** The picture of a sender: its first letter. */
  avatar(name: string, title: string | undefined): HTMLElement {
    const letter = [...name].at(0)?.toUpperCase() ?? '?';
    return htmlElement('span', { class: 'avatar', 'aria-hidden': 'true', title }, letter);
  }

  /** A text without Markdown. In a control, its chips cannot have the focus. */
  plain({ pieces }: PreviewText, canFocus: boolean): Node[] {
    return this.#nodes(renderPlain(pieces), canFocus);
  }

  /** A text for a title or a label. */
  words({ pieces }: PreviewText): string {
    return pieces
      .map((piece) => (piece.kind === 'text' ? piece.text : (piece.value ?? `{{${piece.source}}}`)))
      .join('')
      .trim();
  }

  /** A placeholder for media that would be loaded from a URL. */
  media(kind: 'image' | 'audio' | 'video', label: string, address: readonly Node[]): HTMLElement {
    return htmlElement(
      'span',
      { class: `media ${kind}` },
      htmlElement('span', { class: 'symbol', 'aria-hidden': 'true' }),
      htmlElement(
        'span',
        { class: 'words' },
        htmlElement(
          'span',
          { class: 'kind' },
          label === '' ? this.#texts[kind] : `${this.#texts[kind]}: ${label}`,
        ),
        htmlElement('span', { class: 'address' }, ...address),
      ),
    );
  }

  #nodes(parts: readonly RenderedPart[], canFocus: boolean): Node[] {
    return parts.map((part): Node => {
      switch (part.kind) {
        case 'text':
          return document.createTextNode(part.text);
        case 'chip':
          return this.#chip(part.chip, canFocus);
        case 'media':
          return this.media(part.media, part.label, this.#nodes(part.address, canFocus));
        default: {
          const element = document.createElement(part.tag);
          if (part.class) element.className = part.class;
          if (part.title) element.title = part.title;
          for (const node of this.#nodes(part.children, canFocus)) element.append(node);
          return element;
        }
      }
    });
  }

  #chip({ at, source, type, value, isBroken }: ExpressionChip, canFocus: boolean): HTMLElement {
    const texts = this.#texts;
    const title = [
      fillPlaceholders(texts.expression, source === '' ? texts.empty : source),
      ...(type === undefined ? [] : [fillPlaceholders(texts.type, type)]),
      ...(value === undefined ? [] : [fillPlaceholders(texts.value, value)]),
      ...(isBroken ? [texts.broken] : []),
    ].join('\n');
    const shown = source.length > maxLength ? `${source.slice(0, maxLength - 1)}…` : source;
    return htmlElement(
      'span',
      {
        class: `chip place${isBroken ? ' broken' : ''}${value === undefined ? '' : ' known'}`,
        'data-at': at,
        title,
        ...(canFocus ? { tabindex: 0, role: 'button' } : {}),
      },
      ...(value === undefined ? [] : [this.#value('value', value)]),
      this.#value('source', shown),
    );
  }

  #value(name: string, text: string): HTMLElement {
    return text === ''
      ? htmlElement('span', { class: `${name} empty` }, this.#texts.empty)
      : htmlElement('span', { class: name }, text);
  }
}
