import { type ParseError, parseTree } from 'jsonc-parser';
import { append } from '../text/append';
import { lineNumbers } from '../text/lines';
import { msg } from '../text/message';
import {
  type CutOff,
  cutOffEnd,
  cutOffProblem,
  endNodes,
  isAboutEnd,
  isLastLineBroken,
} from './json-cut-off';
import { jsonSyntaxProblems, leniencies } from './json-problems';
import { jsonRepairs } from './json-repairs';
import { convertJson } from './json-tree';
import {
  DEFAULT_LIMITS,
  type Effort,
  newEffort,
  type ParseLimits,
  type ParseResult,
  type Problem,
} from './problem';
import { parseWithRepairs, type Repair } from './repair';
import type { Node } from './tree';

/** Parses JSON. Comments and trailing commas are accepted, but reported. Never throws. */
export function parseJson(
  text: string,
  limits: ParseLimits = DEFAULT_LIMITS,
  effort: Effort = newEffort(),
): ParseResult {
  const { root, problems } = recover(text, limits, effort, WHOLE);
  return { root, problems, openAliases: [] };
}

/** The brackets around a part of a document that is parsed on its own. */
export interface SurroundingBrackets {
  /** Length of the text that was added before the part. */
  readonly from: number;
  /** The brackets that the rest of the document closes; empty if the part itself lacks some. */
  closing(text: string): string;
  /** The part is an entire document. */
  readonly isWhole: boolean;
  /** Repairs of the part's own brackets, after all other repairs. */
  repairs(text: string): readonly Repair[];
}

const WHOLE: SurroundingBrackets = { from: 0, closing: () => '', isWhole: true, repairs: () => [] };

interface Recovered {
  readonly root: Node | undefined;
  readonly problems: readonly Problem[];
  /** The text with all repairs. */
  readonly text: string;
}

/** Parses a text, repairs mistakes that would spoil the rest of it, and parses it again. */
export function recover(
  text: string,
  limits: ParseLimits,
  effort: Effort,
  frame: SurroundingBrackets,
): Recovered {
  const repaired = parseWithRepairs(
    text,
    effort,
    (current, repairs) => parseClosed(text, current, repairs, limits, frame),
    (current, { closed, root, errors }, repairs) => {
      const found = jsonRepairs(closed, root, errors, repairs);
      const own = frame.from === 0 ? found : found.filter((repair) => startOf(repair) >= frame.from);
      return own.length > 0 ? own : frame.repairs(current);
    },
  );
  const { parsed, reported, text: current } = repaired;
  const { closed, cutOff, root, problems, errors } = parsed;
  if (repaired.isGivenUp) return { root, problems: reported, text: current };
  append(problems, reported);
  append(problems, leniencies(current).problems);
  // An empty file is valid: it is about to be written.
  if (errors.length > 0 && text.trim() !== '')
    append(problems, jsonSyntaxProblems(closed, root, errors, reported, lineNumbers(text)));
  if (cutOff) problems.push(cutOffProblem(cutOff));
  return { root, problems, text: current };
}

interface Closed extends Once {
  /** The parsed text: with the brackets that are closed after it. */
  readonly closed: string;
  readonly cutOff: CutOff | undefined;
}

/** Parses a text together with its missing closing brackets. `current` is the text with all repairs. */
function parseClosed(
  text: string,
  current: string,
  repairs: readonly Repair[],
  limits: ParseLimits,
  frame: SurroundingBrackets,
): Closed {
  const cutOff = frame.isWhole ? cutOffEnd(current) : undefined;
  if (cutOff) {
    const closed = current.slice(0, cutOff.end) + cutOff.closers;
    const once = parseOnce(closed, text, repairs, limits);
    if (!isLastLineBroken(current, cutOff, once.errors)) {
      if (once.root) endNodes(once.root, cutOff.end, text.length);
      const errors = once.errors.filter((error) => !isAboutEnd(cutOff, error));
      return { ...once, closed, cutOff, errors };
    }
  }
  const closed = current + frame.closing(current);
  return { ...parseOnce(closed, text, repairs, limits), closed, cutOff: undefined };
}

function startOf({ patch, problem, mask }: Repair): number {
  return patch?.start ?? problem?.start ?? mask?.start ?? 0;
}

interface Once {
  readonly root: Node | undefined;
  readonly problems: Problem[];
  readonly errors: readonly ParseError[];
}

/** Parses `text`, which is `original` with repairs and closing brackets. */
function parseOnce(text: string, original: string, repairs: readonly Repair[], limits: ParseLimits): Once {
  const errors: ParseError[] = [];
  const problems: Problem[] = [];
  const masks = new Map(repairs.flatMap(({ mask }) => (mask ? [[mask.start, mask] as const] : [])));
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
    const root = tree && convertJson({ text: original, masks, problems }, tree, undefined, limits.maxDepth);
    return { root, problems, errors };
  } catch {
    // The library recurses: a text with thousands of nested levels exhausts the stack.
    const message = msg('This file is nested too deeply, so it is not checked. Flatten it.');
    problems.push({ kind: 'limit', start: 0, end: Math.min(1, text.length), message });
    return { root: undefined, problems, errors: [] };
  }
}
