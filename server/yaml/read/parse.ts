import {
  Composer,
  type CST,
  type Document,
  type ParsedNode,
  Parser,
  Schema,
  type YAMLError,
  YAMLParseError,
} from 'yaml';
import { minOf } from '../../text/append';
import { EditedText } from '../../text/edited-text';
import { lineEnd, lineNumbers, lineStart } from '../../text/lines';
import { msg } from '../../text/message';
import { fenceMistakes } from '../cut/fences';
import { hasContent } from '../cut/slices';
import { conflictMistakes } from '../mistakes/conflicts';
import { continuationLines } from '../mistakes/continuation-lines';
import { treeMistakes } from '../mistakes/in-tree';
import { correct, MISSING_COMMA, type Mistake, problemIn, withoutRepeated } from '../mistakes/mistake';
import { moveToOriginal } from '../mistakes/moved-tree';
import { errorMistakes } from '../mistakes/of-errors';
import { yamlSyntaxProblems } from '../mistakes/syntax-problems';
import { convertYaml } from './convert';
import {
  DEFAULT_LIMITS,
  type Effort,
  hasTooManyProblems,
  isSyntaxProblem,
  newEffort,
  type ParseLimits,
  type ParseResult,
  type Problem,
} from './problem';
import { withCommonTabFix } from './tab-width';

/**
 * Parses YAML; never throws. Mistakes that would spoil the rest of the text are corrected (`mistakes/in-tree.ts`,
 * `mistakes/of-errors.ts`), the text is parsed again, and the tree is moved to the places in the text as it is written.
 * `known` are mistakes that are corrected first.
 */
export function parseYaml(
  source: string,
  limits: ParseLimits = DEFAULT_LIMITS,
  effort: Effort = newEffort(),
  known: readonly Mistake[] = [],
): ParseResult {
  // The library does not treat a carriage return alone as a line break, as YAML does.
  const text = source.includes('\r') ? source.replace(/\r(?!\n)/g, '\n') : source;
  const strict = parseCorrected(text, known, limits, effort, findMistakes);
  if (!strict.problems.some(isSyntaxProblem)) return strict;
  const lenient = parseCorrected(text, known, limits, effort, joinLinesOrFindMistakes);
  return explainsMore(lenient, strict) ? lenient : strict;
}

type FindMistakes = (text: string, once: Once) => readonly Mistake[];

/** Parses a text, corrects its mistakes and parses it again until no further one is found. */
function parseCorrected(
  original: string,
  known: readonly Mistake[],
  limits: ParseLimits,
  effort: Effort,
  find: FindMistakes,
): ParseResult {
  const first = correct(EditedText.of(original), known);
  const written = first.edited;
  let { edited, corrected } = correct(written, [
    ...conflictMistakes(written.text),
    ...fenceMistakes(written.text),
  ]);
  const found = [...first.corrected, ...corrected].flatMap(({ problem }) => (problem ? [problem] : []));
  for (let round = 0; ; round++) {
    const { text } = edited;
    const once = parseOnce(text, limits);
    const reported = withoutRepeated(found);
    effort.parsed += text.length;
    const isGivenUp = hasTooManyProblems(reported, effort);
    const mistakes = isGivenUp || round >= maxRounds(text) ? [] : find(text, once);
    if (mistakes.length === 0) {
      const { parsed, errors } = once;
      const others = isGivenUp ? [] : yamlSyntaxProblems(edited, parsed.root, errors, reported);
      moveToOriginal(parsed.root, edited);
      const problems = withoutDoubtful(original, [...reported, ...others]);
      const own = parsed.problems.map((problem) => problemIn(edited, problem));
      return { ...parsed, problems: [...own, ...withCommonTabFix(original, problems)] };
    }
    const before = edited;
    ({ edited, corrected } = correct(before, mistakes));
    for (const { problem } of corrected) if (problem) found.push(problemIn(before, problem));
  }
}

/** Lower for long texts, as each round parses the text again. */
function maxRounds(text: string): number {
  return text.length < 100_000 ? 12 : 3;
}

/**
 * The problems without those that may follow from a tab: its width is unknown, and with it the depth of the lines that
 * are indented with spaces.
 */
function withoutDoubtful(text: string, problems: readonly Problem[]): readonly Problem[] {
  const tabs = problems.filter(({ kind }) => kind === 'tab');
  if (tabs.length === 0) return problems;
  const from = minOf(
    tabs.filter(({ recovered }) => !recovered).map(({ start }) => lineStart(text, start)),
    text.length + 1,
  );
  const lineOf = lineNumbers(text);
  const lines = new Set(tabs.map(({ start }) => lineOf(start)));
  return problems.filter(
    ({ kind, start, isOfDepth }) =>
      kind === 'tab' || (start < from && !(isOfDepth === true && lines.has(lineOf(start)))),
  );
}

/** Whether a result has only problems of another one and missing commas, and fewer of them. */
function explainsMore(result: ParseResult, other: ParseResult): boolean {
  const known = other.problems.filter(isSyntaxProblem);
  const left = result.problems.filter(isSyntaxProblem);
  return (
    left.length < known.length &&
    left.every(
      ({ start, message: { template } }) =>
        template === MISSING_COMMA.template ||
        known.some((one) => one.start === start && one.message.template === template),
    )
  );
}

/** Mistakes that the tree shows come first: after an unclosed quote, the errors are misleading. */
function findMistakes(text: string, { parsed: { root }, errors }: Once): readonly Mistake[] {
  const found = treeMistakes(text, root);
  return found.length > 0 ? found : errorMistakes(text, root, errors);
}

/** Indents the lines of values whose indentation the authors' loader ignores, before anything else is corrected. */
function joinLinesOrFindMistakes(text: string, once: Once): readonly Mistake[] {
  const found = continuationLines(text, once.parsed.root);
  return found.length > 0 ? found : findMistakes(text, once);
}

/** Created once, as it is the same for all texts. */
const SCHEMA = new Schema({ schema: 'core', resolveKnownTags: true });

/** Far more levels than in real files, and far fewer than exhaust the stack. */
const MAX_NESTING = 500;

const OPTIONS = {
  prettyErrors: false,
  uniqueKeys: false,
  // A lower level would also suppress the error about a second document.
  logLevel: 'error',
  version: '1.2',
  schema: SCHEMA,
  intAsBigInt: true,
} as const;

interface Once {
  readonly parsed: ParseResult;
  /** In the order of the text. */
  readonly errors: readonly YAMLError[];
}

function parseOnce(text: string, limits: ParseLimits): Once {
  // The library creates an exception for each error. Stack traces are costly and not used.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const document = composeDocument(text);
    if (document === undefined) return { parsed: tooDeep(text), errors: [] };
    return {
      parsed: convertYaml(text, document, limits),
      errors: firstOnLines(text, document.errors),
    };
  } catch {
    // The library recurses.
    return { parsed: tooDeep(text), errors: [] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Beyond this number, the errors of a line are not looked at: each of them may read the whole line. */
const MAX_ERRORS_PER_LINE = 20;

/** The first errors of each line, in the order of the text. */
function firstOnLines(text: string, errors: readonly YAMLError[]): readonly YAMLError[] {
  const sorted = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (sorted.length <= MAX_ERRORS_PER_LINE) return sorted;
  let end = -1;
  let count = 0;
  return sorted.filter(({ pos: [start] }) => {
    if (start > end) {
      end = lineEnd(text, start);
      count = 0;
    }
    count++;
    return count <= MAX_ERRORS_PER_LINE;
  });
}

/**
 * The result of the library's `parseDocument`: the first document, with an error if there is another one. Undefined
 * if the text is nested too deeply: the library would recurse so far that the regular expression for a scalar is
 * compiled at the end of the stack, which aborts the process.
 */
function composeDocument(text: string): Document.Parsed<ParsedNode, false> | undefined {
  const tokens = [...new Parser().parse(text)];
  if (isTooDeep(tokens)) return undefined;
  const composer = new Composer<ParsedNode, false>(OPTIONS);
  const [first, second] = composer.compose(tokens, true, text.length);
  if (first !== undefined && second !== undefined) {
    const { 0: start, 1: end } = second.range;
    const content = hasContent(text.slice(start)) ? '' : 'empty';
    first.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', content));
  }
  return first;
}

/** Whether collections are nested too deeply to be composed. Checked level by level, without recursion. */
function isTooDeep(tokens: readonly CST.Token[]): boolean {
  let level: CST.Token[] = [...tokens];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    const next: CST.Token[] = [];
    for (const token of level) pushNested(token, next);
    level = next;
  }
  return false;
}

/** Adds the collections that are directly in a token. */
function pushNested(token: CST.Token, nested: CST.Token[]): void {
  if (token.type === 'document') {
    if (token.value) nested.push(token.value);
  } else if ('items' in token) {
    for (const { key, value } of token.items) {
      if (key && 'items' in key) nested.push(key);
      if (value && 'items' in value) nested.push(value);
    }
  }
}

function tooDeep(text: string): ParseResult {
  const message = msg('This part is nested too deeply, so it is not checked. Flatten it.');
  return {
    root: undefined,
    problems: [{ kind: 'limit', start: 0, end: lineEnd(text, 0), message }],
    openAliases: [],
  };
}
