/** The position of the cursor in a typed text, if it is not at the end. */
export const TYPED_CURSOR = '‸';

/** A place in a state. The patterns match YAML and JSON alike. */
export interface EditPlace {
  readonly name: string;
  /** The text before the place, in the state. */
  readonly before: RegExp;
  /** The replaced text, directly after `before`. */
  readonly replaced?: RegExp;
  /** The typed text. `round` counts from 0; each round types another letter, so that no text is repeated. */
  readonly typed: (round: number) => string;
  /** Whether the place is in YAML only. */
  readonly isYamlOnly?: boolean;
}

const LETTERS = 'bcdfghjklmnpqrstvwxz';
const letter = (round: number) => LETTERS[round % LETTERS.length] ?? '';
// Both change the type of the value; `image` would not.
const INPUT_TYPES = ['number', 'boolean'];
const inputType = (round: number) => INPUT_TYPES[round % INPUT_TYPES.length] ?? '';

/** The edits after which diagnostics are measured. To add an edit, add a line. */
export const EDITS: readonly EditPlace[] = [
  { name: 'text', before: /Step \d+ of the way/, typed: letter },
  { name: 'expression', before: /of the way, with \{\{\w+/, typed: letter },
  { name: 'type of an input', before: /"?type"?: "?/, replaced: /text/, typed: inputType },
  { name: 'output', before: /"?context\.\w+"?: ["']\{\{[\w.]+/, typed: letter },
  { name: "output's name", before: /"?context\.\w+/, typed: letter },
  { name: 'object literal', before: /role: '+user'+, text: \w+/, typed: letter },
  { name: 'target', before: /"?target"?: "?\w+/, typed: letter },
  { name: "state's name", before: /^ *"?\w+/, typed: letter },
  { name: 'condition', before: /"?condition"?: ["']\{\{\w+/, typed: letter },
  { name: 'indentation', before: /\n(?= +render)/, typed: () => '  ', isYamlOnly: true },
  { name: 'half-typed `{{context`', before: /Step \d+ of the way/, typed: () => ' {{context' },
  { name: 'open quote', before: /target: /, typed: () => "'", isYamlOnly: true },
  { name: 'open quote', before: /"target": /, typed: () => '"' },
  { name: 'line above everything', before: /^/, typed: () => '\n' },
];

/** Edits that are not in a state. */
export const AT_THE_TOP: ReadonlySet<string> = new Set(['line above everything']);

/** The edits after which completion is measured. */
export const COMPLETIONS: readonly EditPlace[] = [
  { name: 'target', before: /"?target"?: "?/, replaced: /\w+/, typed: () => 's' },
  { name: '`context.` name', before: /of the way, with \{\{/, replaced: /\w+/, typed: () => 'context.' },
  { name: 'expression', before: /of the way, with \{\{/, replaced: /\w+/, typed: () => 'c' },
  { name: 'key', before: /\n *(?=inputs)/, typed: () => `t${TYPED_CURSOR}\n`, isYamlOnly: true },
  { name: 'key', before: /\n *(?="inputs)/, typed: () => `"t${TYPED_CURSOR}",\n` },
];
