import { type ParsedNode, parseDocument, Schema, type YAMLError } from 'yaml';
import { append } from '../text/append';
import { lineEnd, lineNumbers } from '../text/lines';
import { msg } from '../text/message';
import { conflictRepairs } from './conflicts';
import { convertYaml } from './convert';
import { errorRepairs } from './error-repairs';
import { fenceRepairs } from './fences';
import type { Mask } from './mask';
import { DEFAULT_LIMITS, type ParseLimits, type ParseResult, type Problem } from './problem';
import { applyRepairs, maxRepairRounds, problemsOf, type Repair } from './repair';
import { openedAt, yamlSyntaxProblems } from './syntax-problems';
import { treeRepairs } from './tree-repairs';

/**
 * Parses YAML text into a tree plus problems; never throws. Mistakes that would swallow what follows are mended
 * on the way, so that the rest of the text is still understood (`tree-repairs.ts`, `error-repairs.ts`): the
 * culprit is replaced by as many code units that parse, the text is parsed again, and the scalar that was meant
 * is put into the tree. All offsets stay true.
 */
export function parseYaml(source: string, limits: ParseLimits = DEFAULT_LIMITS): ParseResult {
  // The library does not treat a carriage return alone as a line break, as YAML does.
  const text = source.includes('\r') ? source.replace(/\r(?!\n)/g, '\n') : source;
  const repairs: Repair[] = [...conflictRepairs(text), ...fenceRepairs(text)];
  let current = applyRepairs(text, repairs);
  for (let round = 0; ; round++) {
    const masks = repairs.flatMap(({ mask }) => (mask ? [mask] : []));
    const { parsed, errors } = parseOnce(current, text, masks, limits);
    const told = together(problemsOf(repairs));
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
    const document = parseDocument<ParsedNode, false>(text, {
      prettyErrors: false,
      uniqueKeys: false,
      // Anything quieter would also hide that there is a second document.
      logLevel: 'error',
      version: '1.2',
      schema: SCHEMA,
      intAsBigInt: true,
    });
    return { parsed: convertYaml(original, document, masks, limits), errors: document.errors };
  } catch {
    // The library recurses; text nested some thousand levels deep exhausts the stack.
    const message = msg('This part is nested too deeply, so it is not checked. Flatten it.');
    return {
      parsed: {
        root: undefined,
        problems: [{ kind: 'limit', start: 0, end: lineEnd(text, 0), message }],
        openAliases: [],
      },
      errors: [],
    };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
