/** Elements of texts. Content of a state is only set as text, never as HTML. */

import * as l10n from '@vscode/l10n';
import type { ExpressionChip, PreviewText } from '../../../server/features/preview/data';
import { htmlElement } from '../dom';
import { type RenderedPart, renderMarkdown, renderPlain } from './markdown';

/** Longer expressions are cut in their chip; the title has all of it. In UTF-16 code units. */
const maxLength = 60;

export type MediaKind = 'image' | 'audio' | 'video';

/** A text in Markdown; the chips in it can be reached with the keyboard. */
export function markdownElement({ at, pieces }: PreviewText): HTMLElement {
  const element = htmlElement('div', { class: 'markdown place', 'data-at': at });
  // One by one: the number of arguments of a call is limited.
  for (const node of renderedNodes(renderMarkdown(pieces), true)) element.append(node);
  return element;
}

/** The Markdown of a sent message, whose expressions are evaluated. */
export function messageElement(text: string): HTMLElement {
  const element = htmlElement('div', { class: 'markdown' });
  for (const node of renderedNodes(renderMarkdown([{ kind: 'text', text }]), true)) element.append(node);
  return element;
}

/** The picture of a sender: its first letter. */
export function avatarElement(name: string, title: string | undefined): HTMLElement {
  const letter = [...name].at(0)?.toUpperCase() ?? '?';
  return htmlElement('span', { class: 'avatar', 'aria-hidden': 'true', title }, letter);
}

/** A text without Markdown. In a control, its chips cannot have the focus. */
export function plainNodes({ pieces }: PreviewText, canFocus: boolean): Node[] {
  return renderedNodes(renderPlain(pieces), canFocus);
}

/** A text for a title or a label. */
export function labelText({ pieces }: PreviewText): string {
  return pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : (piece.value ?? `{{${piece.source}}}`)))
    .join('')
    .trim();
}

/** The name of a kind of media. */
export function mediaName(kind: MediaKind): string {
  return { image: l10n.t('Image'), audio: l10n.t('Audio'), video: l10n.t('Video') }[kind];
}

/** A placeholder for media that would be loaded from a URL. */
export function mediaElement(kind: MediaKind, label: string, address: readonly Node[]): HTMLElement {
  return htmlElement(
    'span',
    { class: `media ${kind}` },
    htmlElement('span', { class: 'symbol', 'aria-hidden': 'true' }),
    htmlElement(
      'span',
      { class: 'words' },
      htmlElement('span', { class: 'kind' }, label === '' ? mediaName(kind) : `${mediaName(kind)}: ${label}`),
      htmlElement('span', { class: 'address' }, ...address),
    ),
  );
}

function renderedNodes(parts: readonly RenderedPart[], canFocus: boolean): Node[] {
  return parts.map((part): Node => {
    switch (part.kind) {
      case 'text':
        return document.createTextNode(part.text);
      case 'chip':
        return chipElement(part.chip, canFocus);
      case 'media':
        return mediaElement(part.media, part.label, renderedNodes(part.address, canFocus));
      default: {
        const element = document.createElement(part.tag);
        if (part.class) element.className = part.class;
        if (part.title) element.title = part.title;
        for (const node of renderedNodes(part.children, canFocus)) element.append(node);
        return element;
      }
    }
  });
}

function chipElement({ at, source, type, value, isBroken }: ExpressionChip, canFocus: boolean): HTMLElement {
  const title = [
    l10n.t('Expression: {0}', source === '' ? l10n.t('empty') : source),
    ...(type === undefined ? [] : [l10n.t('Type: {0}', type)]),
    ...(value === undefined ? [] : [l10n.t('Value: {0}', value)]),
    ...(isBroken ? [l10n.t('The value cannot be evaluated yet.')] : []),
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
    ...(value === undefined ? [] : [valueElement('value', value)]),
    valueElement('source', shown),
  );
}

function valueElement(name: string, text: string): HTMLElement {
  return text === ''
    ? htmlElement('span', { class: `${name} empty` }, l10n.t('empty'))
    : htmlElement('span', { class: name }, text);
}
