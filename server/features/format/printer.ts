/** How a text is to be printed; the words are Prettier's. */
export interface PrintOptions {
  /** Columns of one step to the right. */
  readonly indent: number;
  /** Columns at which flow style is folded. */
  readonly printWidth: number;
  readonly singleQuote: boolean;
  readonly bracketSpacing: boolean;
}

/** Prints YAML anew, all lines ending in `\n`; rejects what it cannot read. Handed in by whoever starts the engine. */
export type PrintYaml = (text: string, layout: PrintOptions) => Promise<string>;

/** What the author wishes of the layout; what is undefined stays as the file has it. */
export interface FormatOptions {
  /** Columns at which flow maps and lists are folded; undefined: as many lines as they have now. */
  readonly printWidth?: number;
  /** Undefined: the quotes that are there. */
  readonly singleQuote?: boolean;
  /** `{ a: 1 }`; undefined: as most of the file's are. */
  readonly bracketSpacing?: boolean;
}

/** What an editor says of a document besides. */
export interface EditorLayout {
  readonly tabSize: number;
  /** JSON only; YAML knows no tabs. */
  readonly insertSpaces: boolean;
  readonly insertFinalNewline: boolean;
}
