import type { Message } from '../text/message';
import type { Range } from '../text/range';

/** What a parser found wrong with a text. */
export interface Problem extends Range {
  readonly kind: 'syntax' | 'unquoted-expression' | 'tab' | 'comment' | 'trailing-comma' | 'limit';
  readonly message: Message;
  /** The tree is as the author meant it all the same: nothing was lost or swallowed. */
  readonly recovered?: boolean;
  /** Where the parser noticed it, if that is not its start. */
  readonly noticed?: number;
  /** A line is not as deep as any other; which depth is meant is open. */
  readonly isOfDepth?: boolean;
  /** It is a word that is to become a key, and is left out of the tree. */
  readonly isIncompleteKey?: boolean;
  /** The text ends before its brackets are closed. */
  readonly isCutOff?: boolean;
  /** It is a bracket that closes nothing. */
  readonly closesNothing?: boolean;
  /** What may be meant otherwise because of it, if that is more than its own range. */
  readonly doubt?: Range;
  /** The change of the text that puts it right, where there is one. */
  readonly remedy?: ProblemFix | undefined;
}

/** A change of the text; ranges are those of the text as it is. */
export interface ProblemFix {
  /** What it does, in the words of a menu. */
  readonly title: Message;
  /** Nothing else can be meant, as with quotes around a text that needs them: it may be made along with others. */
  readonly isCertain?: true;
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
}

/** The outcome of parsing any text: always a tree (if anything is written at all), and problems beside it. */
export interface ParseResult {
  readonly root: import('./tree').Node | undefined;
  readonly problems: readonly Problem[];
  /** Aliases that name no anchor of this text, by name. */
  readonly openAliases: readonly import('./tree').AliasNode[];
}

/** The work on one text over several attempts to understand it. */
export interface Effort {
  /** Characters parsed so far: a text with mistakes is parsed once for each round of repairs. */
  parsed: number;
  /** An attempt with as many syntax problems is of no use, so it is given up. */
  maxProblems: number;
}

export function newEffort(): Effort {
  return { parsed: 0, maxProblems: Number.POSITIVE_INFINITY };
}

/** Whether the text cannot be parsed as it is written. */
export function isSyntaxProblem({ kind }: Problem): boolean {
  return kind === 'syntax' || kind === 'unquoted-expression' || kind === 'tab';
}

/**
 * Whether a parse is given up for the problems of its repairs. Further repairs only add problems, except that brackets
 * in a row that close nothing become one.
 */
export function isGivenUp(told: readonly Problem[], { maxProblems }: Effort): boolean {
  return told.filter((problem) => isSyntaxProblem(problem) && !problem.closesNothing).length >= maxProblems;
}

/** Limits that keep a hostile text from costing more than it is worth. */
export interface ParseLimits {
  readonly maxDepth: number;
  readonly maxAliases: number;
  /** In bytes of UTF-8. A larger text is not looked into. */
  readonly maxFileSize: number;
  /** The hashes of texts with which the server stopped repeatedly: they are not parsed. */
  readonly quarantined?: readonly string[];
}

export const DEFAULT_LIMITS: ParseLimits = {
  maxDepth: 200,
  maxAliases: 1000,
  maxFileSize: 5_242_880,
};
