import MarkdownIt, { type Token } from 'markdown-it';
import type { ExpressionChip, TextPiece } from '../../../server/features/preview/data';

/** A part of a rendered text, as plain data. Expressions keep their places in the text. */
export type RenderedPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'chip'; readonly chip: ExpressionChip }
  | {
      readonly kind: 'element';
      readonly tag: string;
      /** A class of our own style sheet. */
      readonly class?: string;
      /** Its tooltip. */
      readonly title?: string;
      readonly children: readonly RenderedPart[];
    }
  /** Media that are not loaded: only the address is shown. */
  | {
      readonly kind: 'media';
      readonly media: 'image' | 'audio' | 'video';
      readonly label: string;
      readonly address: readonly RenderedPart[];
    };

type Element = Extract<RenderedPart, { kind: 'element' }> & { readonly children: RenderedPart[] };

/** A placeholder character for each expression while Markdown is parsed; texts do not contain it. */
const FIRST = 0xf0000;
const MOST = 0xfff0;
const PRIVATE_USE = /[\u{f0000}-\u{ffffd}]/gu;

/** HTML elements that agents use; they are rendered without attributes. */
const TAGS = new Set(
  (
    'b strong i em u s del ins sub sup small mark br hr p div span center h1 h2 h3 h4 h5 h6 ul ol li blockquote ' +
    'table thead tbody tr th td pre code'
  ).split(' '),
);
const EMPTY_TAGS = new Set(['br', 'hr']);
/** Limit of nested elements, as the page is built recursively. Deeper elements are omitted, but not their content. */
const MAX_DEPTH = 100;
const MEDIA: Readonly<Record<string, 'image' | 'audio' | 'video'>> = {
  img: 'image',
  audio: 'audio',
  video: 'video',
};

const markdown = new MarkdownIt({ html: true, linkify: true });
// Nothing is ever loaded or opened: addresses are shown as they are written.
markdown.normalizeLink = (url) => url;
markdown.validateLink = () => true;

/** Renders Markdown and the HTML elements in `TAGS` as a tree of safe elements. Other HTML is shown as text. */
export function renderMarkdown(pieces: readonly TextPiece[]): readonly RenderedPart[] {
  const chips: ExpressionChip[] = [];
  const text = pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text.replace(PRIVATE_USE, '\ufffd');
    if (chips.length >= MOST) return `{{${piece.source.replace(PRIVATE_USE, '\ufffd')}}}`;
    chips.push(piece);
    return String.fromCodePoint(FIRST + chips.length - 1);
  });
  return new Builder(chips).run(markdown.parse(text.join(''), {}));
}

/** Renders a text without Markdown. */
export function renderPlain(pieces: readonly TextPiece[]): readonly RenderedPart[] {
  return pieces.map((piece) => (piece.kind === 'text' ? piece : { kind: 'chip', chip: piece }));
}

class Builder {
  private readonly root: Element = { kind: 'element', tag: 'div', children: [] };
  /** The open elements, outermost first, and whether each is HTML: any enclosing element may close it. */
  private readonly open: { readonly element: Element; readonly tag: string; readonly isHtml: boolean }[] = [];

  constructor(private readonly chips: readonly ExpressionChip[]) {}

  run(tokens: readonly Token[]): readonly RenderedPart[] {
    for (const token of tokens) this.take(token);
    return this.root.children;
  }

  private get top(): Element {
    return this.open.at(-1)?.element ?? this.root;
  }

  private take(token: Token): void {
    switch (token.type) {
      case 'inline':
        for (const child of token.children ?? []) this.take(child);
        break;
      case 'softbreak':
        this.text('\n');
        break;
      case 'hardbreak':
        this.element('br');
        break;
      case 'code_inline':
        this.element('code', this.parts(token.content));
        break;
      case 'fence':
      case 'code_block':
        this.element('pre', [element('code', this.parts(token.content.replace(/\n$/, '')))]);
        break;
      case 'image':
        this.top.children.push({
          kind: 'media',
          media: 'image',
          label: token.content.replace(PRIVATE_USE, '…'),
          address: this.parts(attributeOf(token, 'src')),
        });
        break;
      case 'html_inline':
      case 'html_block':
        this.html(token.content);
        break;
      case 'link_open':
        this.push('span', { class: 'link', title: this.flat(attributeOf(token, 'href')) });
        break;
      default:
        if (token.hidden) break;
        if (token.nesting === 1) this.push(token.tag, alignment(token));
        else if (token.nesting === -1) this.close();
        else if (token.tag !== '') this.element(token.tag);
        else this.text(token.content);
    }
  }

  /** The tags in `TAGS` open and close elements; other tags are text. */
  private html(source: string): void {
    let at = 0;
    for (const match of source.matchAll(/<!--[\s\S]*?-->|<(\/?)([a-z][a-z\d]*)\b([^<>]*)>/gi)) {
      this.text(source.slice(at, match.index));
      at = match.index + match[0].length;
      const [written, slash = '', name = '', attributes = ''] = match;
      const tag = name.toLowerCase();
      const media = MEDIA[tag];
      if (written.startsWith('<!--')) continue;
      if (media !== undefined) {
        if (slash === '') this.media(media, attributes);
      } else if (!TAGS.has(tag)) this.text(written);
      else if (EMPTY_TAGS.has(tag)) this.element(tag);
      else if (slash === '') this.push(tag, {}, true);
      else this.closeHtml(tag);
    }
    this.text(source.slice(at));
  }

  private media(media: 'image' | 'audio' | 'video', attributes: string): void {
    const attribute = (name: string) => {
      const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
        attributes,
      );
      return match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
    };
    const label = attribute('alt').replace(PRIVATE_USE, '…');
    this.top.children.push({ kind: 'media', media, label, address: this.parts(attribute('src')) });
  }

  private text(text: string): void {
    for (const part of this.parts(text)) this.top.children.push(part);
  }

  private element(tag: string, children: readonly RenderedPart[] = []): void {
    this.top.children.push(element(tag, children));
  }

  private push(
    tag: string,
    more: { readonly class?: string; readonly title?: string },
    isHtml = false,
  ): void {
    let made = this.top;
    if (this.open.length < MAX_DEPTH) {
      made = { kind: 'element', tag, ...more, children: [] };
      this.top.children.push(made);
    }
    this.open.push({ element: made, tag, isHtml });
  }

  /** Closes the last element of Markdown, and all open HTML elements in it. */
  private close(): void {
    while (this.open.at(-1)?.isHtml) this.open.pop();
    this.open.pop();
  }

  /** Closes an HTML element, unless an element of Markdown is open in it. */
  private closeHtml(tag: string): void {
    for (let index = this.open.length - 1; this.open[index]?.isHtml; index--) {
      if (this.open[index]?.tag !== tag) continue;
      this.open.splice(index);
      return;
    }
  }

  /** A text with its expressions. */
  private parts(text: string): RenderedPart[] {
    const parts: RenderedPart[] = [];
    let at = 0;
    for (const { 0: char, index } of text.matchAll(PRIVATE_USE)) {
      const chip = this.chips[(char.codePointAt(0) ?? 0) - FIRST];
      if (index > at) parts.push({ kind: 'text', text: text.slice(at, index) });
      if (chip) parts.push({ kind: 'chip', chip });
      at = index + char.length;
    }
    if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
    return parts;
  }

  /** A text with the sources of its expressions. */
  private flat(text: string): string {
    return this.parts(text)
      .map((part) =>
        part.kind === 'text' ? part.text : part.kind === 'chip' ? `{{${part.chip.source}}}` : '',
      )
      .join('');
  }
}

function element(tag: string, children: readonly RenderedPart[]): RenderedPart {
  return { kind: 'element', tag, children };
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

/** The class for the alignment of a table cell, which the parser writes as a style. */
function alignment(token: Token): { readonly class?: string } {
  const align = /text-align:(left|right|center)/.exec(attributeOf(token, 'style'))?.[1];
  return align === undefined ? {} : { class: `align-${align}` };
}
