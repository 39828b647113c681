/** Options of the printer, named as in Prettier. */
export interface PrintOptions {
  /** Columns per level of indentation. */
  readonly indent: number;
  /** The column at which flow style is folded. */
  readonly printWidth: number;
  readonly singleQuote: boolean;
  readonly bracketSpacing: boolean;
}

/** Prints YAML with the line break `\n`; rejects if it cannot be parsed. Passed in by the entry point of the engine. */
export type PrintYaml = (text: string, layout: PrintOptions) => Promise<string>;

/** The author's formatting settings; undefined ones keep the style of the file. */
export interface FormatOptions {
  /** The column at which flow maps and lists are folded; undefined: keep their current number of lines. */
  readonly printWidth?: number;
  /** Undefined: keep the existing quotes. */
  readonly singleQuote?: boolean;
  /** `{ a: 1 }`; undefined: the prevailing style of the file. */
  readonly bracketSpacing?: boolean;
}

/** Formatting options that the editor sends. */
export interface EditorLayout {
  readonly tabSize: number;
  /** JSON only; YAML does not allow tabs. */
  readonly insertSpaces: boolean;
  readonly insertFinalNewline: boolean;
}
