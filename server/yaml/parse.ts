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
import { minOf } from '../text/append';
import { lineEnd, lineNumbers, lineStart } from '../text/lines';
import { msg } from '../text/message';
import { continuationRepairs } from './continuation-lines';
import { convertYaml } from './convert';
import { errorRepairs } from './error-repairs';
import type { Mask } from './mask';
import {
  DEFAULT_LIMITS,
  type Effort,
  isSyntaxProblem,
  newEffort,
  type ParseLimits,
  type ParseResult,
  type Problem,
} from './problem';
import { MISSING_COMMA, parseWithRepairs, problemsOf, type Repair } from './repair';
import { hasContent } from './slices';
import { openedAt, yamlSyntaxProblems } from './syntax-problems';
import { withCommonTabFix } from './tab-width';
import { treeRepairs } from './tree-repairs';

/**
 * Parses YAML; never throws. Mistakes that would spoil the rest of the text are repaired (`tree-repairs.ts`,
 * `error-repairs.ts`): the wrong text is replaced by the same number of code units that can be parsed, the text is
 * parsed again, and the tree gets the scalar that the author meant. All offsets stay valid.
 */
export function parseYaml(
  source: string,
  limits: ParseLimits = DEFAULT_LIMITS,
  effort: Effort = newEffort(),
): ParseResult {
  // The library does not treat a carriage return alone as a line break, as YAML does.
  const text = source.includes('\r') ? source.replace(/\r(?!\n)/g, '\n') : source;
  const strict = parseAndRepair(text, limits, effort, findRepairs);
  if (!strict.problems.some(isSyntaxProblem)) return strict;
  const lenient = parseAndRepair(text, limits, effort, joinOrFindRepairs);
  return explainsMore(lenient, strict) ? lenient : strict;
}

type FindRepairs = (text: string, once: Once, repairs: readonly Repair[]) => readonly Repair[];

function parseAndRepair(text: string, limits: ParseLimits, effort: Effort, find: FindRepairs): ParseResult {
  const repaired = parseWithRepairs(
    text,
    effort,
    (current, repairs) => parseOnce(current, text, masksOf(repairs), limits),
    find,
  );
  const { parsed, errors } = repaired.parsed;
  const { reported } = repaired;
  if (repaired.isGivenUp) return { ...parsed, problems: withCommonTabFix(text, reported) };
  const others =
    errors.length > 0
      ? yamlSyntaxProblems(repaired.text, parsed.root, errors, reported, lineNumbers(text))
      : [];
  const known = withoutDoubtful(text, [...reported, ...others]);
  return { ...parsed, problems: [...parsed.problems, ...withCommonTabFix(text, known)] };
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

function masksOf(repairs: readonly Repair[]): Mask[] {
  return repairs.flatMap(({ mask }) => (mask ? [mask] : []));
}

/** Repairs of the tree come first: after an unclosed quote, the errors are misleading. */
function findRepairs(text: string, { parsed, errors }: Once, repairs: readonly Repair[]): Repair[] {
  const { root } = parsed;
  const found = treeRepairs(text, root, new Set(masksOf(repairs).map((mask) => mask.start)));
  return found.length > 0 ? found : errorRepairs(text, root, errors, openedAt(text, problemsOf(repairs)));
}

/** Joins the lines of values whose indentation the authors' loader ignores, before anything else is repaired. */
function joinOrFindRepairs(text: string, once: Once, repairs: readonly Repair[]): readonly Repair[] {
  const masked = new Set(masksOf(repairs).map((mask) => mask.start));
  const found = continuationRepairs(text, once.parsed.root, masked);
  return found.length > 0 ? found : findRepairs(text, once, repairs);
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

/** Parses `text`, which is `original` with the repairs that have these masks. */
function parseOnce(text: string, original: string, masks: readonly Mask[], limits: ParseLimits): Once {
  // The library creates an exception for each error. Stack traces are costly and not used.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const document = composeDocument(text);
    if (document === undefined) return { parsed: tooDeep(text), errors: [] };
    return {
      parsed: convertYaml(original, document, masks, limits),
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
