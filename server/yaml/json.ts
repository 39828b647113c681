import { type ParseError, parseTree } from 'jsonc-parser';
import { append } from '../text/append';
import { lineNumbers } from '../text/lines';
import { msg } from '../text/message';
import { conflictRepairs } from './conflicts';
import { fenceRepairs } from './fences';
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
  isGivenUp,
  newEffort,
  type ParseLimits,
  type ParseResult,
  type Problem,
} from './problem';
import { applyRepairs, maxRepairRounds, problemsOf, type Repair } from './repair';
import type { Node } from './tree';

/** Parses JSON, tolerating (but naming) comments and trailing commas. Never throws. */
export function parseJson(
  text: string,
  limits: ParseLimits = DEFAULT_LIMITS,
  effort: Effort = newEffort(),
): ParseResult {
  const { root, problems } = recover(text, limits, effort, WHOLE);
  return { root, problems, openAliases: [] };
}

/** What a text is parsed with if it is a part of a document. */
export interface SurroundingBrackets {
  /** How much of the text was put before the part. */
  readonly from: number;
  /** The brackets that the rest of the document closes; none where the part itself lacks some. */
  closing(text: string): string;
  /** The part is the whole of a document. */
  readonly isWhole: boolean;
  /** What is wrong with the brackets of the part, once everything else is repaired. */
  repairs(text: string): readonly Repair[];
}

const WHOLE: SurroundingBrackets = { from: 0, closing: () => '', isWhole: true, repairs: () => [] };

interface Recovered {
  readonly root: Node | undefined;
  readonly problems: readonly Problem[];
  /** The text with all repairs. */
  readonly text: string;
}

/** Parses a text, repairs the mistakes that make errors of all that follows, and parses it again. */
export function recover(
  text: string,
  limits: ParseLimits,
  effort: Effort,
  frame: SurroundingBrackets,
): Recovered {
  const repairs: Repair[] = [...conflictRepairs(text), ...fenceRepairs(text)];
  let current = applyRepairs(text, repairs);
  for (let round = 0; ; round++) {
    const { closed, cutOff, once } = parseClosed(text, current, repairs, limits, frame);
    const { root, problems, errors } = once;
    const told = problemsOf(repairs);
    effort.parsed += text.length;
    if (isGivenUp(told, effort)) return { root, problems: told, text: current };
    const found =
      round < maxRepairRounds(text) ? findRepairs(current, closed, root, errors, repairs, frame) : [];
    if (found.length > 0) {
      append(repairs, found);
      current = applyRepairs(current, found);
      continue;
    }
    append(problems, told);
    append(problems, leniencies(current).problems);
    // A file in which nothing is written yet is not wrong, it is only about to be written.
    if (errors.length > 0 && text.trim() !== '')
      append(problems, jsonSyntaxProblems(closed, root, errors, told, lineNumbers(text)));
    if (cutOff) problems.push(cutOffProblem(cutOff));
    return { root, problems, text: current };
  }
}

interface Closed {
  /** What was parsed: the text with the brackets that are closed after it. */
  readonly closed: string;
  readonly cutOff: CutOff | undefined;
  readonly once: Once;
}

/** Parses a text together with what closes its brackets. `current` is the text with all repairs. */
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
      return { closed, cutOff, once: { ...once, errors } };
    }
  }
  const closed = current + frame.closing(current);
  return { closed, cutOff: undefined, once: parseOnce(closed, text, repairs, limits) };
}

function findRepairs(
  text: string,
  closed: string,
  root: Node | undefined,
  errors: readonly ParseError[],
  before: readonly Repair[],
  frame: SurroundingBrackets,
): readonly Repair[] {
  const found = jsonRepairs(closed, root, errors, before);
  const own = frame.from === 0 ? found : found.filter((repair) => startOf(repair) >= frame.from);
  return own.length > 0 ? own : frame.repairs(text);
}

function startOf({ patch, problem, mask }: Repair): number {
  return patch?.start ?? problem?.start ?? mask?.start ?? 0;
}

interface Once {
  readonly root: Node | undefined;
  readonly problems: Problem[];
  readonly errors: readonly ParseError[];
}

/** `text` is what is parsed, `original` what the author wrote. */
function parseOnce(text: string, original: string, repairs: readonly Repair[], limits: ParseLimits): Once {
  const errors: ParseError[] = [];
  const problems: Problem[] = [];
  const masks = new Map(repairs.flatMap(({ mask }) => (mask ? [[mask.start, mask] as const] : [])));
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
    const root = tree && convertJson({ text: original, masks, problems }, tree, undefined, limits.maxDepth);
    return { root, problems, errors };
  } catch {
    // The library recurses; text nested some thousand levels deep exhausts the stack.
    const message = msg('This file is nested too deeply, so it is not checked. Flatten it.');
    problems.push({ kind: 'limit', start: 0, end: Math.min(1, text.length), message });
    return { root: undefined, problems, errors: [] };
  }
}
