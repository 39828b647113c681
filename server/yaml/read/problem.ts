import type { Message } from '../../text/message';
import type { Range } from '../../text/range';

/** A problem that a parser reports. */
export interface Problem extends Range {
  readonly kind: 'syntax' | 'unquoted-expression' | 'tab' | 'comment' | 'trailing-comma' | 'limit';
  readonly message: Message;
  /** The tree has the intended structure despite the problem: nothing is missing. */
  readonly recovered?: boolean;
  /** The indentation of a line matches no other line, so the intended level is unknown. */
  readonly isOfDepth?: boolean;
  /** It is a word that may become a key; the tree does not contain it. */
  readonly isIncompleteKey?: boolean;
  /** It is a closing bracket without an opening one. */
  readonly closesNothing?: boolean;
  /** The key whose colon or value is not written yet. */
  readonly absentIn?: Range;
  /** The text whose meaning it makes uncertain; its own range by default. */
  readonly doubt?: Range;
  /** The fix, if there is one. */
  readonly remedy?: ProblemFix | undefined;
}

/** Edits of the parsed text that correct a problem. */
export interface ProblemFix {
  /** The title in menus. */
  readonly title: Message;
  /** It is the only possible correction, such as required quotes, so it can be applied with others at once. */
  readonly isCertain?: true;
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
}

/** The result of parsing any text. The tree is undefined only if nothing is written, or the text is not parsed. */
export interface ParseResult {
  readonly root: import('../tree/tree').Node | undefined;
  readonly problems: readonly Problem[];
  /** Aliases without an anchor in the text, in its order. */
  readonly openAliases: readonly import('../tree/tree').AliasNode[];
}

/** The work on one text in several attempts to parse it. */
export interface Effort {
  /** Characters parsed so far, including those of each round of corrections. */
  parsed: number;
  /** An attempt with this number of syntax problems is given up. */
  maxProblems: number;
}

export function newEffort(): Effort {
  return { parsed: 0, maxProblems: Number.POSITIVE_INFINITY };
}

/** Whether the text cannot be parsed without a correction. */
export function isSyntaxProblem({ kind }: Problem): boolean {
  return kind === 'syntax' || kind === 'unquoted-expression' || kind === 'tab';
}

/** The cost of a problem that may lose text; other problems cost 1. */
const LOSSY_COST = 3;

/** How likely it is that a text was not understood, for a comparison of attempts to parse it. */
export function costOf(problems: readonly Problem[]): number {
  return problems
    .filter(isSyntaxProblem)
    .reduce((sum, { recovered }) => sum + (recovered ? 1 : LOSSY_COST), 0);
}

/**
 * Whether an attempt is given up because of the problems of its mistakes. Further ones only add problems, except
 * that consecutive unmatched closing brackets become one.
 */
export function hasTooManyProblems(problems: readonly Problem[], { maxProblems }: Effort): boolean {
  return problems.filter((one) => isSyntaxProblem(one) && !one.closesNothing).length >= maxProblems;
}

/** Limits of the cost of a text. */
export interface ParseLimits {
  readonly maxDepth: number;
  readonly maxAliases: number;
  /** In bytes of UTF-8. A larger text is not parsed. */
  readonly maxFileSize: number;
  /** Hashes of texts that stopped the server repeatedly: they are not parsed. */
  readonly quarantined?: readonly string[];
}

export const DEFAULT_LIMITS: ParseLimits = {
  maxDepth: 200,
  maxAliases: 1000,
  maxFileSize: 5_242_880,
};
