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
import { append } from '../text/append';
import { lineEnd, lineNumbers } from '../text/lines';
import { msg } from '../text/message';
import { conflictRepairs } from './conflicts';
import { convertYaml } from './convert';
import { errorRepairs } from './error-repairs';
import { fenceRepairs } from './fences';
import type { Mask } from './mask';
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
import { openedAt, yamlSyntaxProblems } from './syntax-problems';
import { treeRepairs } from './tree-repairs';

/**
 * Parses YAML text into a tree plus problems; never throws. Mistakes that would swallow what follows are mended
 * on the way, so that the rest of the text is still understood (`tree-repairs.ts`, `error-repairs.ts`): the
 * culprit is replaced by as many code units that parse, the text is parsed again, and the scalar that was meant
 * is put into the tree. All offsets stay true.
 */
export function parseYaml(
  source: string,
  limits: ParseLimits = DEFAULT_LIMITS,
  effort: Effort = newEffort(),
): ParseResult {
  // The library does not treat a carriage return alone as a line break, as YAML does.
  const text = source.includes('\r') ? source.replace(/\r(?!\n)/g, '\n') : source;
  const repairs: Repair[] = [...conflictRepairs(text), ...fenceRepairs(text)];
  let current = applyRepairs(text, repairs);
  for (let round = 0; ; round++) {
    const masks = repairs.flatMap(({ mask }) => (mask ? [mask] : []));
    const { parsed, errors } = parseOnce(current, text, masks, limits);
    const told = together(problemsOf(repairs));
    effort.parsed += text.length;
    if (isGivenUp(told, effort)) return { ...parsed, problems: told };
    const found =
      round < maxRepairRounds(text)
        ? findRepairs(current, parsed, errors, { masks, open: openedAt(text, told) })
        : [];
    if (found.length === 0) {
      const left =
        errors.length > 0 ? yamlSyntaxProblems(current, parsed.root, errors, told, lineNumbers(text)) : [];
      const problems = [...parsed.problems, ...told, ...left];
      return { ...parsed, problems };
    }
    append(repairs, found);
    current = applyRepairs(current, found);
  }
}

/** Tabs are replaced all at once: while some lines still have them, the others stand at the wrong depth. */
function together(problems: readonly Problem[]): Problem[] {
  const tabs = problems.filter(({ kind }) => kind === 'tab');
  if (tabs.length < 2) return [...problems];
  const edits = tabs.flatMap(({ remedy }) => remedy?.edits ?? []);
  const remedy = { title: msg('Replace all tabs with spaces'), isCertain: true, edits } as const;
  return problems.map((problem) => (problem.kind === 'tab' ? { ...problem, remedy } : problem));
}

/** What the tree tells comes first: an open quote makes errors of all that follows. */
function findRepairs(
  text: string,
  { root }: ParseResult,
  errors: readonly YAMLError[],
  { masks, open }: { readonly masks: readonly Mask[]; readonly open: number | undefined },
): Repair[] {
  const found = treeRepairs(text, root, new Set(masks.map((mask) => mask.start)));
  return found.length > 0 ? found : errorRepairs(text, root, errors, open);
}

/** Version 1.2 of YAML: made once, and not for each text. */
const SCHEMA = new Schema({ schema: 'core', resolveKnownTags: true });

/** Far more levels than anybody writes, and far less than exhaust the stack. */
const MAX_NESTING = 500;

const OPTIONS = {
  prettyErrors: false,
  uniqueKeys: false,
  // Anything quieter would also hide that there is a second document.
  logLevel: 'error',
  version: '1.2',
  schema: SCHEMA,
  intAsBigInt: true,
} as const;

/** `text` is what is parsed, `original` what the author wrote. */
function parseOnce(
  text: string,
  original: string,
  masks: readonly Mask[],
  limits: ParseLimits,
): { parsed: ParseResult; errors: YAMLError[] } {
  // The library makes an exception of each error; nobody reads where in the program it was made, which is costly.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const document = composeDocument(text);
    if (document === undefined) return { parsed: tooDeep(text), errors: [] };
    return { parsed: convertYaml(original, document, masks, limits), errors: document.errors };
  } catch {
    // The library recurses.
    return { parsed: tooDeep(text), errors: [] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * What the library's `parseDocument` returns: the first document, with an error if there is another one. Undefined if
 * the text is nested too deep: the library then recurses so far that a regular expression which it needs for a scalar
 * is compiled at the end of the stack, which aborts the process.
 */
function composeDocument(text: string): Document.Parsed<ParsedNode, false> | undefined {
  const tokens = [...new Parser().parse(text)];
  if (isTooDeep(tokens)) return undefined;
  const composer = new Composer<ParsedNode, false>(OPTIONS);
  const [first, second] = composer.compose(tokens, true, text.length);
  if (first !== undefined && second !== undefined) {
    const { 0: start, 1: end } = second.range;
    first.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', ''));
  }
  return first;
}

/** Whether collections are nested deeper than can be composed. Tokens are flat, so that no stack is needed for this. */
function isTooDeep(tokens: readonly CST.Token[]): boolean {
  let level: CST.Token[] = [...tokens];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    const next: CST.Token[] = [];
    for (const token of level) {
      if (token.type === 'document') {
        if (token.value) next.push(token.value);
      } else if ('items' in token) {
        for (const { key, value } of token.items) {
          if (key && 'items' in key) next.push(key);
          if (value && 'items' in value) next.push(value);
        }
      }
    }
    level = next;
  }
  return false;
}

function tooDeep(text: string): ParseResult {
  const message = msg('This part is nested too deeply, so it is not checked. Flatten it.');
  return {
    root: undefined,
    problems: [{ kind: 'limit', start: 0, end: lineEnd(text, 0), message }],
    openAliases: [],
  };
}
