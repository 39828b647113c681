/**
 * What an item puts in, whatever the notation: values with holes for the author to fill. How it is written, in
 * block or flow style or in JSON, is decided where it is put in.
 */
export type Sketch = Hole | TextSketch | LiteralSketch | MapSketch | ListSketch;

/** A place to write at; the last one of what is put in is where the cursor ends up. */
export interface Hole {
  readonly kind: 'hole';
  /** What stands there at first, selected. */
  readonly text: string;
  /** Written around the hole and not selected: `{{` and `}}`. */
  readonly around: readonly [string, string] | undefined;
  /** In JSON it needs quotes. */
  readonly isText: boolean;
}

export interface TextSketch {
  readonly kind: 'text';
  readonly text: string;
}

/** Anything that is no text: `true`, `3`. */
export interface LiteralSketch {
  readonly kind: 'literal';
  readonly text: string;
}

/** Without entries: a map whose first key is to be written. */
export interface MapSketch {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: string, value: Sketch])[];
}

export interface ListSketch {
  readonly kind: 'list';
  readonly items: readonly Sketch[];
}

export function hole(text = ''): Hole {
  return { kind: 'hole', text, around: undefined, isText: true };
}

/** A hole for a value that is no text. */
export function valueHole(text = ''): Hole {
  return { kind: 'hole', text, around: undefined, isText: false };
}

/** An expression to be written: `{{ }}` with the cursor in between. */
export function expressionHole(text = ''): Hole {
  return { kind: 'hole', text, around: ['{{', '}}'], isText: true };
}

export function text(value: string): TextSketch {
  return { kind: 'text', text: value };
}

export function literal(value: string): LiteralSketch {
  return { kind: 'literal', text: value };
}

export function map(...entries: readonly (readonly [key: string, value: Sketch])[]): MapSketch {
  return { kind: 'map', entries };
}

export function list(...items: readonly Sketch[]): ListSketch {
  return { kind: 'list', items };
}
