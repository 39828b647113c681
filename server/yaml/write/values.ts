import type { Notation } from '../cut/unit';
import { DEFAULT_DASH, DEFAULT_PADDING, DEFAULT_STEP, type TextLayout } from './layout';
import { type Keys, type Quoting, textLike } from './quoting';
import {
  blockText,
  isPlain,
  type QuoteStyle,
  quotedText,
  quoteFor,
  scalarText,
  textInQuotes,
  type Writing,
} from './scalars';
import { WrittenScalar } from './written-scalar';

/**
 * How maps and lists are written, by all who write YAML or JSON: in block style, in flow style, or as JSON. Templates
 * are values with places to type in, for snippets.
 */

type Value<Template> =
  | string
  | number
  | boolean
  | null
  | WrittenScalar
  | Template
  | readonly Value<Template>[]
  | ValueMap<Template>;

/** A `Map` keeps the order of keys that look like numbers. */
type ValueMap<Template> =
  | ReadonlyMap<string | Template, Value<Template>>
  | { readonly [key: string]: Value<Template> };

export type Writable = Value<never>;
export type WritableMap = ValueMap<never>;
export type ValueTemplate = Value<ScalarTemplate>;
export type MapTemplate = ValueMap<ScalarTemplate>;

/** A place to type in. What is typed there appears everywhere that the same object is written. */
export class Placeholder {
  /** @param text the initial text, which is selected */
  constructor(readonly text = '') {}
}

/** Written text: strings whose line breaks are `\n`, and the places to type in between them. */
export type WrittenPiece = string | Placeholder;

/** A scalar with places to type in. */
export class ScalarTemplate {
  /** @param isText whether the value will be a string, which has quotes in JSON */
  constructor(
    readonly parts: readonly WrittenPiece[],
    readonly isText = true,
  ) {}
}

/** A map whose first key is a place to type in. */
export const NEW_MAP: MapTemplate = new Map();

/** The text of pieces before anything is typed. */
export function textOfPieces(pieces: readonly WrittenPiece[], lineBreak = '\n'): string {
  const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text));
  return texts.join('').replaceAll('\n', lineBreak);
}

/** A map as the text of a new file. */
export function fileText(map: WritableMap, notation: Notation = 'yaml', lineBreak?: string): string {
  const isFlow = notation === 'json' || isEmpty(map);
  const written = isFlow
    ? new FlowWriter('json', { step: DEFAULT_STEP }).value(map)
    : new BlockWriter().fields(map, '');
  return textOfPieces([...written, '\n'], lineBreak);
}

/** A value in brackets, or a scalar; on one line, unless a step is given. */
export function inlineValue(value: Writable, writing: Writing, options?: FlowOptions): string {
  return textOfPieces(inlinePieces(value, writing, options));
}

/** The fields of a map like that, without brackets. */
export function inlineFields(map: WritableMap, writing: Writing, options?: FlowOptions): string {
  return textOfPieces(oneLineWriter(writing, options).fields(map, options?.indent ?? ''));
}

/** Writes values in block style. `indent` is always the indentation of the key of a value. */
export class BlockWriter {
  private readonly step: string;
  private readonly listOffset: string;
  private readonly dash: string;
  private readonly isFile: boolean;

  /**
   * @param layout of the text around the value; without it, the writer writes a file
   * @param others that layout, if new texts have the quotes and brackets of others
   */
  constructor(
    layout?: Pick<TextLayout, 'step' | 'listOffset' | 'dash'>,
    private readonly others?: TextLayout,
  ) {
    this.step = layout?.step ?? DEFAULT_STEP;
    this.listOffset = layout?.listOffset ?? DEFAULT_STEP;
    this.dash = layout?.dash ?? DEFAULT_DASH;
    this.isFile = layout === undefined;
  }

  /** The text after the colon of a key, including the space or line break before it. */
  value(value: ValueTemplate, indent: string, keys = NO_KEYS): WrittenPiece[] {
    const inner = indent + (isList(value) ? this.listOffset : this.step);
    // More fields are easier to read on lines.
    const isShort = isMap(value) && entriesOf(value).length === 1;
    const nested =
      isShort && this.others?.isInBrackets(keys.name) ? undefined : this.nested(value, inner, keys);
    return nested ? [`\n${inner}`, ...nested] : [' ', ...this.line(value, indent, this.step, keys)];
  }

  /** A value from its first character, in the column of the keys or dashes that it may have. */
  inPlace(value: ValueTemplate, indent: string): WrittenPiece[] {
    return this.nested(value, indent, NO_KEYS) ?? this.line(value, indent, this.step, NO_KEYS);
  }

  /**
   * The fields of a map, from the position of the first one.
   *
   * @param outer the key of the map
   */
  fields(map: MapTemplate, indent: string, outer = ''): WrittenPiece[] {
    if (map === NEW_MAP) return [new Placeholder()];
    const fields = entriesOf(map).map(([key, value]) => this.field(key, value, indent, outer));
    return joined(fields, `\n${indent}`);
  }

  private field(
    key: string | ScalarTemplate,
    value: ValueTemplate,
    indent: string,
    outer: string,
  ): WrittenPiece[] {
    const keys = { name: typeof key === 'string' ? key : '', outer };
    return [...keyPieces(key, 'block', { quoting: this.others }), ':', ...this.value(value, indent, keys)];
  }

  /**
   * An item with its dash; `indent` is that of the dash.
   *
   * @param keys those around the list
   */
  item(value: ValueTemplate, indent: string, dash = this.dash, keys = NO_KEYS): WrittenPiece[] {
    const step = ' '.repeat(dash.length);
    const isInBrackets = isMap(value) && this.others?.hasItemsInBrackets(keys.name);
    const nested = isInBrackets ? undefined : this.nested(value, indent + step, keys);
    return [dash, ...(nested ?? this.line(value, indent, step, keys))];
  }

  /** A map or list from the position of its first key or dash; undefined for an empty one, and for other values. */
  private nested(value: ValueTemplate, indent: string, keys: Keys): WrittenPiece[] | undefined {
    if (isEmpty(value)) return undefined;
    if (isMap(value)) return this.fields(value, indent, keys.name);
    if (!isList(value)) return undefined;
    const items = value.map((item) => this.item(item, indent, this.dash, keys));
    return joined(items, `\n${indent}`);
  }

  /** A value without keys or items, on one line, or as lines below that are indented by a step. */
  private line(value: ValueTemplate, indent: string, step: string, keys: Keys): WrittenPiece[] {
    const isLong = typeof value === 'string' && value.includes('\n');
    const block = isLong ? this.literal(value, indent, step) : undefined;
    if (block !== undefined) return [block];
    return inlinePieces(value, 'block', { quoting: this.others, padding: this.others?.padding, keys });
  }

  /** A text as a literal block; undefined if it would be read as another one. */
  literal(text: string, indent: string, step = this.step): string | undefined {
    // Blank lines that follow would belong to a text that ends in some.
    if (!this.isFile && text.endsWith('\n\n')) return undefined;
    return blockText('literal', text, indent, step);
  }
}

const NO_KEYS: Keys = { name: '', outer: '' };

function inlinePieces(value: ValueTemplate, writing: Writing, options?: FlowOptions): WrittenPiece[] {
  if (!isList(value) && !isMap(value)) return scalarPieces(value, writing, options);
  return oneLineWriter(writing, options).value(value, options?.indent);
}

function oneLineWriter(writing: Writing, options?: FlowOptions): FlowWriter {
  return new FlowWriter(writing === 'json' ? 'json' : 'flow', options);
}

interface FlowOptions {
  /** The indentation of entries on lines of their own; everything is on one line without it. */
  readonly step?: string | undefined;
  /** That of the line on which a value with a step begins. */
  readonly indent?: string;
  /** Quotes of all strings, and of keys that need some; JSON has its own. */
  readonly quotes?: QuoteStyle | undefined;
  /** That of the text around, if texts have quotes like others. */
  readonly quoting?: Quoting | undefined;
  readonly keys?: Keys | undefined;
  /** The text between the braces of a map and its fields. */
  readonly padding?: string | undefined;
  /** The text after a colon or comma. */
  readonly gap?: string;
}

/** Writes values in flow style or as JSON. `indent` is that of the line. */
export class FlowWriter {
  constructor(
    private readonly writing: 'flow' | 'json',
    private readonly options: FlowOptions = {},
  ) {}

  value(value: ValueTemplate, indent = '', keys = this.options.keys): WrittenPiece[] {
    const options = { ...this.options, keys };
    if (!isList(value) && !isMap(value)) return scalarPieces(value, this.writing, options);
    const { step, gap = DEFAULT_PADDING } = options;
    const isLong = isMap(value) ? entriesOf(value).length > 0 : value.some(isLongItem);
    const inner = step === undefined || !isLong ? undefined : indent + step;
    const entries = isMap(value)
      ? this.allFields(value, inner ?? indent, keys)
      : value.map((item) => this.value(item, inner ?? indent, keys));
    const [open, close] = isMap(value) ? ['{', '}'] : ['[', ']'];
    if (inner !== undefined)
      return [`${open}\n${inner}`, ...joined(entries, `,\n${inner}`), `\n${indent}${close}`];
    const isPadded = isMap(value) && entries.length > 0 && !(this.writing === 'json' && value === NEW_MAP);
    const padding = isPadded ? (options.padding ?? DEFAULT_PADDING) : '';
    return [open + padding, ...joined(entries, `,${gap}`), padding + close];
  }

  /** The fields of a map, from the position of the first one. */
  fields(map: MapTemplate, indent: string): WrittenPiece[] {
    const { step, gap = DEFAULT_PADDING, keys } = this.options;
    return joined(this.allFields(map, indent, keys), step === undefined ? `,${gap}` : `,\n${indent}`);
  }

  private allFields(map: MapTemplate, indent: string, keys = NO_KEYS): WrittenPiece[][] {
    if (map === NEW_MAP) return [[new Placeholder()]];
    const { gap = DEFAULT_PADDING } = this.options;
    return entriesOf(map).map(([key, value]) => {
      const inner = { name: typeof key === 'string' ? key : '', outer: keys.name };
      return [...keyPieces(key, this.writing, this.options), `:${gap}`, ...this.value(value, indent, inner)];
    });
  }
}

function keyPieces(
  key: string | ScalarTemplate,
  writing: Writing,
  { quotes, quoting }: FlowOptions,
): WrittenPiece[] {
  if (typeof key !== 'string' || writing === 'json') return scalarPieces(key, writing);
  if (quoting) return [textLike(key, writing, quoting.quote, quoting.keyQuotes)];
  return scalarPieces(key, writing, isPlain(key, writing) ? {} : { quotes });
}

function isLongItem(item: ValueTemplate): boolean {
  return isList(item) || (isMap(item) && entriesOf(item).length > 0);
}

function scalarPieces(
  value: Exclude<ValueTemplate, readonly ValueTemplate[] | MapTemplate>,
  writing: Writing,
  { quotes, quoting, keys = NO_KEYS }: FlowOptions = {},
): WrittenPiece[] {
  if (value instanceof ScalarTemplate) return templatePieces(value, writing);
  if (typeof value !== 'string') return [otherScalar(value)];
  if (quoting && writing !== 'json')
    return [textLike(value, writing, quoting.quote, quoting.quotesOf(keys.name, keys.outer))];
  return [quotes && writing !== 'json' ? quotedText(value, quotes) : scalarText(value, writing)];
}

/** A scalar with places to type in, in the quotes that its initial text needs. */
function templatePieces({ parts, isText }: ScalarTemplate, writing: Writing): WrittenPiece[] {
  const text = textOfPieces(parts);
  const isBare = writing === 'json' ? !isText : text === '';
  const quote = isBare ? undefined : quoteFor(text, writing);
  if (quote === undefined) return [...parts];
  return inQuotes(parts, quote);
}

const QUOTE_MARKS: Record<QuoteStyle, string> = { single: "'", double: '"' };

/** A text that fits in quotes of a style. */
export function inQuotes(pieces: readonly WrittenPiece[], quote: QuoteStyle): WrittenPiece[] {
  return [QUOTE_MARKS[quote], ...pieces.map((piece) => pieceInQuotes(piece, quote)), QUOTE_MARKS[quote]];
}

function pieceInQuotes(piece: WrittenPiece, quote: QuoteStyle): WrittenPiece {
  if (typeof piece === 'string') return textInQuotes(piece, quote) ?? piece;
  const inside = textInQuotes(piece.text, quote) ?? piece.text;
  // Only the same object is the same place.
  return inside === piece.text ? piece : new Placeholder(inside);
}

function otherScalar(value: number | boolean | null | WrittenScalar): string {
  const text = value instanceof WrittenScalar ? value.text : String(value);
  // `1e+16` is text in YAML 1.1, because it has no decimal point.
  return /^-?\d+e[+-]?\d+$/.test(text) ? text.replace('e', '.0e') : text;
}

function joined(parts: readonly (readonly WrittenPiece[])[], between: string): WrittenPiece[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}

function entriesOf<T>(map: ValueMap<T>): (readonly [string | T, Value<T>])[] {
  return map instanceof Map ? [...map] : Object.entries(map);
}

/** Whether a value has keys or items, if any. */
export function isNested(value: ValueTemplate): boolean {
  return isList(value) || isMap(value);
}

function isList(value: ValueTemplate): value is readonly ValueTemplate[] {
  return Array.isArray(value);
}

function isMap(value: ValueTemplate): value is MapTemplate {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  return !(value instanceof WrittenScalar || value instanceof ScalarTemplate);
}

function isEmpty(value: ValueTemplate): boolean {
  return (
    value !== NEW_MAP && (isList(value) ? value : isMap(value) ? entriesOf(value) : [value]).length === 0
  );
}
