/**
 * The content of an insertion, independent of the notation: values with placeholders. How it is written, in block
 * style, flow style or JSON, is decided when it is inserted.
 */
export type SnippetTemplate = Placeholder | TextTemplate | LiteralTemplate | MapTemplate | ListTemplate;

/** A placeholder to type in; the last one is the final position of the cursor. */
export interface Placeholder {
  readonly kind: 'placeholder';
  /** The initial text, which is selected. */
  readonly text: string;
  /** Text around the placeholder that is not selected: `{{` and `}}`. */
  readonly around: readonly [string, string] | undefined;
  /** In JSON it needs quotes. */
  readonly isText: boolean;
}

interface TextTemplate {
  readonly kind: 'text';
  readonly text: string;
}

/** A value that is not a string: `true`, `3`. */
interface LiteralTemplate {
  readonly kind: 'literal';
  readonly text: string;
}

/** Without entries: a map whose first key is a placeholder. */
export interface MapTemplate {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: string, value: SnippetTemplate])[];
}

export interface ListTemplate {
  readonly kind: 'list';
  readonly items: readonly SnippetTemplate[];
}

export function placeholder(text = ''): Placeholder {
  return { kind: 'placeholder', text, around: undefined, isText: true };
}

/** A placeholder for a value that is not a string. */
export function valuePlaceholder(): Placeholder {
  return { kind: 'placeholder', text: '', around: undefined, isText: false };
}

/** A placeholder for an expression: `{{ }}` with the cursor in between. */
export function expressionPlaceholder(): Placeholder {
  return { kind: 'placeholder', text: '', around: ['{{', '}}'], isText: true };
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
