import type { Layout } from './layout';
import { inQuotes, isPlainSafe, quoted } from './quoting';
import type { Hole, ListSketch, MapSketch, Sketch } from './sketch';

/** New text: stretches of it, and the holes in between. */
export type Piece = string | Hole;

/** Breaks are written as `\n`, and become those of the document at the very end. */
export const BREAK = '\n';

/** Writes sketches in block style. `indent` is always the blanks in front of the key that a value belongs to. */
export class BlockWriter {
  constructor(private readonly layout: Layout) {}

  /** What follows the colon of a key, with the blank or the line break in front of it. */
  value(sketch: Sketch, indent: string): Piece[] {
    if (sketch.kind === 'map') {
      const inner = indent + this.layout.step;
      return [BREAK, inner, ...this.entries(sketch, inner)];
    }
    if (sketch.kind === 'list') {
      const inner = indent + this.layout.listOffset;
      return sketch.items.flatMap((item) => [BREAK, inner, ...this.item(item, inner)]);
    }
    return [' ', ...scalar(sketch, this.layout, false)];
  }

  /** An item with its dash; `indent` is that of the dash. */
  item(sketch: Sketch, indent: string): Piece[] {
    const inner = `${indent}  `;
    if (sketch.kind === 'map') return ['- ', ...this.entries(sketch, inner)];
    if (sketch.kind !== 'list') return ['- ', ...scalar(sketch, this.layout, false)];
    const items = sketch.items.map((item) => this.item(item, inner));
    return ['- ', ...joined(items, [BREAK, inner])];
  }

  /** The keys of a map, from where the first of them begins. */
  entries({ entries }: MapSketch, indent: string): Piece[] {
    if (entries.length === 0) return [NOTHING];
    const pairs = entries.map(([key, value]) => [
      keyText(key, this.layout, false),
      ':',
      ...this.value(value, indent),
    ]);
    return joined(pairs, [BREAK, indent]);
  }
}

/** Writes sketches in flow style: on one line in YAML, over several in JSON. `indent` is that of the line. */
export class FlowWriter {
  private readonly json: boolean;

  constructor(private readonly layout: Layout) {
    this.json = layout.notation === 'json';
  }

  value(sketch: Sketch, indent: string): Piece[] {
    if (sketch.kind === 'map') return this.map(sketch, indent);
    if (sketch.kind === 'list') return this.list(sketch, indent);
    return scalar(sketch, this.layout, true);
  }

  /** The keys of a map, from where the first of them begins. */
  entries({ entries }: MapSketch, indent: string): Piece[] {
    const pairs = entries.map(([key, value]) => [
      keyText(key, this.layout, true),
      ': ',
      ...this.value(value, indent),
    ]);
    return joined(pairs, this.json ? [',', BREAK, indent] : [', ']);
  }

  private map(sketch: MapSketch, indent: string): Piece[] {
    if (sketch.entries.length === 0) return this.json ? ['{', NOTHING, '}'] : ['{ ', NOTHING, ' }'];
    if (!this.json) return ['{ ', ...this.entries(sketch, indent), ' }'];
    const inner = indent + this.layout.step;
    return ['{', BREAK, inner, ...this.entries(sketch, inner), BREAK, indent, '}'];
  }

  private list({ items }: ListSketch, indent: string): Piece[] {
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
    return ['[', BREAK, inner, ...joined(parts, [',', BREAK, inner]), BREAK, indent, ']'];
  }
}

/** The place of what is to be written by hand. */
const NOTHING: Hole = { kind: 'hole', text: '', around: undefined, isText: false };

/** A name as a key, with quotes where they are needed. */
export function keyText(name: string, layout: Layout, flow: boolean): string {
  return quoted(name, layout.notation, flow);
}

function scalar(sketch: Exclude<Sketch, MapSketch | ListSketch>, layout: Layout, flow: boolean): Piece[] {
  if (sketch.kind === 'text') return [quoted(sketch.text, layout.notation, flow)];
  if (sketch.kind === 'literal') return [sketch.text];
  const [before, after] = sketch.around ?? ['', ''];
  if (layout.notation === 'json') {
    if (!sketch.isText) return [sketch];
    return [`"${before}`, { ...sketch, text: JSON.stringify(sketch.text).slice(1, -1) }, `${after}"`];
  }
  const needsQuotes =
    before !== '' || (sketch.text !== '' && sketch.isText && !isPlainSafe(sketch.text, flow));
  if (!needsQuotes) return [sketch];
  return [`'${before}`, { ...sketch, text: inQuotes(sketch.text).slice(1, -1) }, `${after}'`];
}

function joined(parts: readonly (readonly Piece[])[], between: readonly Piece[]): Piece[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [...between, ...part]));
}

/**
 * The text of an item, and whether it is a snippet. Holes are numbered in their order, and the last one is where
 * the snippet ends; a single empty hole at the end needs no snippet, as the cursor is there anyway.
 */
export function assemble(pieces: readonly Piece[], lineBreak: string): { insert: string; snippet: boolean } {
  if (pieces.every((piece) => typeof piece === 'string'))
    return { insert: pieces.join('').replaceAll(BREAK, lineBreak), snippet: false };
  const isHole = (piece: Piece): piece is Hole => typeof piece !== 'string';
  const holes = pieces.filter(isHole);
  const last = pieces.at(-1);
  const trailing = last !== undefined && isHole(last) && last.text === '';
  const snippet = holes.length > 1 || (holes.length === 1 && !trailing);
  const broken = (text: string) => text.replaceAll(BREAK, lineBreak);
  let number = 0;
  const written = pieces.map((piece, index) => {
    if (!isHole(piece)) return snippet ? snippetText(broken(piece)) : broken(piece);
    if (!snippet) return '';
    const name = ++number === holes.length ? 0 : number;
    if (piece.text !== '') return `\${${name}:${snippetText(broken(piece.text))}}`;
    // A digit behind a hole's number would be read as a part of it.
    const next = pieces[index + 1];
    return typeof next === 'string' && /^\d/.test(next) ? `\${${name}}` : `$${name}`;
  });
  return { insert: written.join(''), snippet };
}

/** Text with the marks of the snippet syntax taken for themselves. */
function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
