import { isPlain, quotedText, scalarText, type Writing } from '../../yaml/write';
import type { ListTemplate, MapTemplate, Placeholder, SnippetTemplate } from './snippet-template';
import type { TextLayout } from './text-layout';

/** New text: strings, and the placeholders between them. */
export type SnippetPiece = string | Placeholder;

/** The line break of templates, which is replaced by that of the document at the end. */
export const SNIPPET_LINE_BREAK = '\n';

/** Writes templates in block style. `indent` is always the indentation of the key of a value. */
export class BlockWriter {
  constructor(private readonly layout: TextLayout) {}

  /** The text after the colon of a key, including the space or line break before it. */
  value(template: SnippetTemplate, indent: string): SnippetPiece[] {
    if (template.kind === 'map') {
      const inner = indent + this.layout.step;
      return [SNIPPET_LINE_BREAK, inner, ...this.entries(template, inner)];
    }
    if (template.kind === 'list') {
      const inner = indent + this.layout.listOffset;
      return template.items.flatMap((item) => [SNIPPET_LINE_BREAK, inner, ...this.item(item, inner)]);
    }
    return [' ', ...scalar(template, this.layout, false)];
  }

  /** An item with its dash; `indent` is that of the dash. */
  item(template: SnippetTemplate, indent: string): SnippetPiece[] {
    const inner = `${indent}  `;
    if (template.kind === 'map') return ['- ', ...this.entries(template, inner)];
    if (template.kind !== 'list') return ['- ', ...scalar(template, this.layout, false)];
    const items = template.items.map((item) => this.item(item, inner));
    return ['- ', ...joined(items, [SNIPPET_LINE_BREAK, inner])];
  }

  /** The keys of a map, from the position of the first one. */
  entries({ entries }: MapTemplate, indent: string): SnippetPiece[] {
    if (entries.length === 0) return [NOTHING];
    const pairs = entries.map(([key, value]) => [
      keyText(key, this.layout, false),
      ':',
      ...this.value(value, indent),
    ]);
    return joined(pairs, [SNIPPET_LINE_BREAK, indent]);
  }
}

/** Writes templates in flow style: on one line in YAML, on several in JSON. `indent` is that of the line. */
export class FlowWriter {
  private readonly json: boolean;

  constructor(private readonly layout: TextLayout) {
    this.json = layout.notation === 'json';
  }

  value(template: SnippetTemplate, indent: string): SnippetPiece[] {
    if (template.kind === 'map') return this.map(template, indent);
    if (template.kind === 'list') return this.list(template, indent);
    return scalar(template, this.layout, true);
  }

  /** The keys of a map, from the position of the first one. */
  entries({ entries }: MapTemplate, indent: string): SnippetPiece[] {
    const pairs = entries.map(([key, value]) => [
      keyText(key, this.layout, true),
      ': ',
      ...this.value(value, indent),
    ]);
    return joined(pairs, this.json ? [',', SNIPPET_LINE_BREAK, indent] : [', ']);
  }

  private map(template: MapTemplate, indent: string): SnippetPiece[] {
    if (template.entries.length === 0) return this.json ? ['{', NOTHING, '}'] : ['{ ', NOTHING, ' }'];
    if (!this.json) return ['{ ', ...this.entries(template, indent), ' }'];
    const inner = indent + this.layout.step;
    return [
      '{',
      SNIPPET_LINE_BREAK,
      inner,
      ...this.entries(template, inner),
      SNIPPET_LINE_BREAK,
      indent,
      '}',
    ];
  }

  private list({ items }: ListTemplate, indent: string): SnippetPiece[] {
    const isShort = items.every(
      (item) => item.kind !== 'list' && (item.kind !== 'map' || item.entries.length === 0),
    );
    if (!this.json || isShort) {
      return [
        '[',
        ...joined(
          items.map((item) => this.value(item, indent)),
          [', '],
        ),
        ']',
      ];
    }
    const inner = indent + this.layout.step;
    const parts = items.map((item) => this.value(item, inner));
    return [
      '[',
      SNIPPET_LINE_BREAK,
      inner,
      ...joined(parts, [',', SNIPPET_LINE_BREAK, inner]),
      SNIPPET_LINE_BREAK,
      indent,
      ']',
    ];
  }
}

/** A placeholder without initial text. */
const NOTHING: Placeholder = { kind: 'placeholder', text: '', around: undefined, isText: false };

/** A name as a key, with quotes if they are needed. */
export function keyText(name: string, layout: TextLayout, flow: boolean): string {
  return scalarText(name, writingIn(layout, flow));
}

/** The style of scalars in a text. */
export function writingIn({ notation }: TextLayout, flow: boolean): Writing {
  if (notation === 'json') return 'json';
  return flow ? 'flow' : 'block';
}

function scalar(
  template: Exclude<SnippetTemplate, MapTemplate | ListTemplate>,
  layout: TextLayout,
  flow: boolean,
): SnippetPiece[] {
  const writing = writingIn(layout, flow);
  if (template.kind === 'text') return [scalarText(template.text, writing)];
  if (template.kind === 'literal') return [template.text];
  const [before, after] = template.around ?? ['', ''];
  const isText = before !== '' || (template.isText && template.text !== '');
  const isQuoted =
    writing === 'json' ? template.isText : isText && (before !== '' || !isPlain(template.text, writing));
  if (!isQuoted) return [template];
  const written = quotedText(template.text, writing === 'json' ? 'double' : 'single');
  const quote = written.charAt(0);
  return [quote + before, { ...template, text: written.slice(1, -1) }, after + quote];
}

function joined(
  parts: readonly (readonly SnippetPiece[])[],
  between: readonly SnippetPiece[],
): SnippetPiece[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [...between, ...part]));
}

/**
 * The text of an item, and whether it is a snippet. Placeholders are numbered in order, and the last one is the final
 * position of the cursor. A single empty placeholder at the end needs no snippet, as the cursor ends up there anyway.
 */
export function assembleSnippet(
  pieces: readonly SnippetPiece[],
  lineBreak: string,
): { insert: string; snippet: boolean } {
  if (pieces.every((piece) => typeof piece === 'string'))
    return { insert: pieces.join('').replaceAll(SNIPPET_LINE_BREAK, lineBreak), snippet: false };
  const isPlaceholder = (piece: SnippetPiece): piece is Placeholder => typeof piece !== 'string';
  const placeholders = pieces.filter(isPlaceholder);
  const last = pieces.at(-1);
  const trailing = last !== undefined && isPlaceholder(last) && last.text === '';
  const snippet = placeholders.length > 1 || (placeholders.length === 1 && !trailing);
  const broken = (text: string) => text.replaceAll(SNIPPET_LINE_BREAK, lineBreak);
  let number = 0;
  const written = pieces.map((piece, index) => {
    if (!isPlaceholder(piece)) return snippet ? snippetText(broken(piece)) : broken(piece);
    if (!snippet) return '';
    const name = ++number === placeholders.length ? 0 : number;
    if (piece.text !== '') return `\${${name}:${snippetText(broken(piece.text))}}`;
    // A digit after a placeholder's number would be read as part of the number.
    const next = pieces[index + 1];
    return typeof next === 'string' && /^\d/.test(next) ? `\${${name}}` : `$${name}`;
  });
  return { insert: written.join(''), snippet };
}

/** Text with the special characters of the snippet syntax escaped. */
function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
