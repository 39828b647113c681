/**
 * How JavaScript is written inside each kind of scalar. A host doubles or escapes some characters, and ends
 * at others: an expression, and whatever is open in it, must end there too, or an author who is still typing
 * would see the rest of the file as JavaScript.
 *
 * All strings are Oniguruma patterns.
 */
export interface ScalarHost {
  readonly name: 'plain' | 'block' | 'single' | 'double';
  /** What it is, for the comment in the grammar. */
  readonly title: string;
  /** Look-ahead at which the scalar ends. A block scalar ends by its indentation, outside of these rules. */
  readonly stop?: string;
  /** A JavaScript quote as it is written here. */
  readonly quote: Readonly<Record<'single' | 'double', string>>;
  /** An escape sequence of JavaScript as it is written here. */
  readonly escape: string;
  /** An escape sequence of the scalar itself. */
  readonly hostEscape?: string;
  /** One character (or escape) of a JavaScript string of that quote: neither its end nor the scalar's. */
  readonly inString: Readonly<Record<'single' | 'double', string>>;
  /** One character of a template literal. */
  readonly inTemplate: string;
  /** One character of a regular expression outside of a class, and inside of one. */
  readonly inRegExp: string;
  readonly inRegExpClass: string;
  /** One character which is none of a quote, a brace or a slash. */
  readonly other: string;
  /** One character which does not end the scalar. */
  readonly any: string;
}

const ESCAPED = 'x\\h{2}|u\\h{4}|u\\{\\h+\\}';

const RAW = {
  quote: { single: "'", double: '"' },
  escape: `\\\\(?:${ESCAPED}|.|$)`,
  inString: { single: "[^'\\\\]|\\\\.", double: '[^"\\\\]|\\\\.' },
  inTemplate: '[^`\\\\]|\\\\.',
  inRegExp: '[^/\\\\\\[]|\\\\.',
  inRegExpClass: '[^\\]\\\\]|\\\\.',
  other: '[^{}\'"`/]',
  any: '.',
} as const;

const PLAIN: ScalarHost = {
  ...RAW,
  name: 'plain',
  title: 'a plain scalar: as it is; a comment ends it',
  stop: '(?=[ \\t]+#)',
};

const BLOCK: ScalarHost = { ...RAW, name: 'block', title: 'a literal or folded scalar: as it is' };

const SINGLE: ScalarHost = {
  name: 'single',
  title: "a single-quoted scalar: each ' is doubled",
  stop: "(?='(?!'))",
  quote: { single: "''", double: '"' },
  escape: `\\\\(?:${ESCAPED}|''|[^']|$)`,
  hostEscape: "''",
  inString: {
    single: "[^'\\\\]|\\\\(?:''|[^'])",
    double: "[^\"'\\\\]|''|\\\\(?:''|[^'])",
  },
  inTemplate: "[^`'\\\\]|''|\\\\(?:''|[^'])",
  inRegExp: "[^/'\\\\\\[]|''|\\\\(?:''|[^'])",
  inRegExpClass: "[^\\]'\\\\]|''|\\\\(?:''|[^'])",
  other: '[^{}\'"`/]',
  any: "[^']|''",
};

/** A backslash of JavaScript is two here; what it escapes may be escaped itself: \\\" is JavaScript's \". */
const DOUBLE_ESCAPE = '\\\\\\\\(?:[^"\\\\]|\\\\.)';
/** An escape of the scalar that is neither the quote nor a backslash. */
const DOUBLE_OTHER_ESCAPE = '\\\\[^"\\\\]';

const DOUBLE: ScalarHost = {
  name: 'double',
  title: 'a double-quoted scalar, also of JSON: " and \\ are written with a backslash',
  stop: '(?=")',
  quote: { single: "'", double: '\\\\"' },
  escape: `\\\\\\\\(?:${ESCAPED}|\\\\.|[^"\\\\]|$)`,
  hostEscape: '\\\\(?:x\\h{2}|u\\h{4}|U\\h{8}|.|$)',
  inString: {
    single: `[^'"\\\\]|\\\\"|${DOUBLE_ESCAPE}|${DOUBLE_OTHER_ESCAPE}`,
    double: `[^"\\\\]|${DOUBLE_ESCAPE}|${DOUBLE_OTHER_ESCAPE}`,
  },
  inTemplate: `[^\`"\\\\]|\\\\"|${DOUBLE_ESCAPE}|${DOUBLE_OTHER_ESCAPE}`,
  inRegExp: `[^/"\\\\\\[]|\\\\"|${DOUBLE_ESCAPE}|${DOUBLE_OTHER_ESCAPE}`,
  inRegExpClass: `[^\\]"\\\\]|\\\\"|${DOUBLE_ESCAPE}|${DOUBLE_OTHER_ESCAPE}`,
  other: `[^{}'"\`/\\\\]|${DOUBLE_ESCAPE}|${DOUBLE_OTHER_ESCAPE}`,
  any: '[^"\\\\]|\\\\.',
};

export const HOSTS: readonly ScalarHost[] = [PLAIN, BLOCK, SINGLE, DOUBLE];
