/**
 * What an item puts in, whatever the notation: values with holes for the author to fill. How it is written, in
 * block or flow style or in JSON, is decided where it is put in.
 */
export type SnippetTemplate = Placeholder | TextTemplate | LiteralTemplate | MapTemplate | ListTemplate;

/** A place to write at; the last one of what is put in is where the cursor ends up. */
export interface Placeholder {
  readonly kind: 'hole';
  /** What is there at first, selected. */
  readonly text: string;
  /** Written around the hole and not selected: `{{` and `}}`. */
  readonly around: readonly [string, string] | undefined;
  /** In JSON it needs quotes. */
  readonly isText: boolean;
}

export interface TextTemplate {
  readonly kind: 'text';
  readonly text: string;
}

/** Anything that is no text: `true`, `3`. */
export interface LiteralTemplate {
  readonly kind: 'literal';
  readonly text: string;
}

/** Without entries: a map whose first key is to be written. */
export interface MapTemplate {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: string, value: SnippetTemplate])[];
}

export interface ListTemplate {
  readonly kind: 'list';
  readonly items: readonly SnippetTemplate[];
}

export function placeholder(text = ''): Placeholder {
  return { kind: 'hole', text, around: undefined, isText: true };
}

/** A hole for a value that is no text. */
export function valuePlaceholder(text = ''): Placeholder {
  return { kind: 'hole', text, around: undefined, isText: false };
}

/** An expression to be written: `{{ }}` with the cursor in between. */
export function expressionPlaceholder(text = ''): Placeholder {
  return { kind: 'hole', text, around: ['{{', '}}'], isText: true };
}

export function textTemplate(value: string): TextTemplate {
  return { kind: 'text', text: value };
}

export function literalTemplate(value: string): LiteralTemplate {
  return { kind: 'literal', text: value };
}

export function mapTemplate(
  ...entries: readonly (readonly [key: string, value: SnippetTemplate])[]
): MapTemplate {
  return { kind: 'map', entries };
}

export function listTemplate(...items: readonly SnippetTemplate[]): ListTemplate {
  return { kind: 'list', items };
}
