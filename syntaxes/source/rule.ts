/** The shape of a TextMate grammar, as far as these grammars use it. Patterns are Oniguruma's. */

export type Captures = Readonly<
  Record<string, { readonly name?: string; readonly patterns?: readonly GrammarRule[] }>
>;

export interface GrammarRule {
  readonly comment?: string;
  readonly include?: string;
  readonly name?: string;
  readonly contentName?: string;
  readonly match?: string;
  readonly captures?: Captures;
  readonly begin?: string;
  readonly beginCaptures?: Captures;
  readonly end?: string;
  readonly endCaptures?: Captures;
  readonly while?: string;
  readonly patterns?: readonly GrammarRule[];
}

export interface Grammar {
  readonly $comment: string;
  readonly name: string;
  readonly scopeName: string;
  readonly injectionSelector?: string;
  readonly patterns: readonly GrammarRule[];
  readonly repository?: Readonly<Record<string, GrammarRule>>;
}

/** A rule that refers to another of the same grammar. */
export function use(rule: string): GrammarRule {
  return { include: `#${rule}` };
}

/** Captures by number; names only. */
export function named(names: Readonly<Record<string, string>>): Captures {
  return Object.fromEntries(Object.entries(names).map(([index, name]) => [index, { name }]));
}

/** An alternation of literal words, longest first so that none hides behind its own beginning. */
export function words(list: Iterable<string>): string {
  const unique = [...new Set(list)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return unique.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
}

/**
 * One rule for several that match a word each: the engine searches the line once for each rule, so fewer are
 * faster. An earlier one wins where two begin at the same place.
 *
 * @param rules the scope of each with its pattern, which has no group that captures
 * @param before what holds in front of all of them
 * @param after what holds after all of them
 */
export function anyOf(
  rules: readonly (readonly [scope: string, pattern: string])[],
  before = '',
  after = '',
): GrammarRule {
  return {
    match: `${before}(?:${rules.map(([, pattern]) => `(${pattern})`).join('|')})${after}`,
    captures: Object.fromEntries(rules.map(([name], index) => [String(index + 1), { name }])),
  };
}
