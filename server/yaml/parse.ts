import { type ParsedNode, parseDocument, type YAMLError } from 'yaml';
import type { Range } from '../text/range';
import { convert, type Mask } from './convert';
import { DEFAULT_LIMITS, type Parsed, type ParseLimits, type Problem } from './problem';
import { containerOf, type MapNode, type Node, type ScalarNode, type SeqNode } from './tree';

/** How many broken scalars of one slice are set right before the rest is taken as it comes. */
const MAX_REPAIRS = 12;

/**
 * Parses YAML text into a tree plus problems; never throws. Three mistakes that would swallow what follows
 * are mended on the way, so that the rest of the text is still understood: a quote that is not closed, a
 * value that begins with `{{` and so would be a flow map, and a line without a colon above a key, which would
 * become a part of the key. The culprit is blanked out with as many code units, the text is parsed again, and
 * a scalar is put back: all offsets stay true.
 */
export function parseYaml(text: string, limits: ParseLimits = DEFAULT_LIMITS): Parsed {
  const masks: Mask[] = [];
  const repairs: Problem[] = [];
  let masked = text;
  for (let round = 0; ; round++) {
    const { parsed, errors } = parseOnce(masked, masks, limits);
    const found = round < MAX_REPAIRS ? findCulprit(text, parsed.root, masks) : undefined;
    if (found === undefined)
      return {
        ...parsed,
        problems: [...parsed.problems, ...repairs, ...syntaxProblems(errors, text, masks)],
      };
    if (found.mask) masks.push(found.mask);
    repairs.push(found.problem);
    masked = blank(masked, found.mask ?? found.problem, found.mask ? 'x' : ' ');
  }
}

function parseOnce(
  text: string,
  masks: readonly Mask[],
  limits: ParseLimits,
): { parsed: Parsed; errors: YAMLError[] } {
  try {
    const document = parseDocument<ParsedNode, false>(text, {
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
      version: '1.2',
      intAsBigInt: true,
    });
    return { parsed: convert(text, document, masks, limits), errors: document.errors };
  } catch {
    // The library recurses; text nested some thousand levels deep exhausts the stack.
    const message = 'Nested too deep to be read at all: nothing of this part is checked. Flatten it.';
    return {
      parsed: {
        root: undefined,
        problems: [{ kind: 'limit', start: 0, end: firstLineEnd(text), message }],
        openAliases: [],
      },
      errors: [],
    };
  }
}

function blank(text: string, { start, end }: Range, filler: string): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n\r]/g, filler) + text.slice(end);
}

interface Culprit {
  /** The scalar to put back; undefined where the text of the problem is no part of the tree. */
  readonly mask: Mask | undefined;
  readonly problem: Problem;
}

/** The first scalar in the text that is broken in a way that swallows what follows. */
function findCulprit(text: string, root: Node | undefined, masks: readonly Mask[]): Culprit | undefined {
  const stack: { node: Node; indent: number }[] = root ? [{ node: root, indent: -1 }] : [];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, indent } = top;
    if (node.kind === 'scalar') {
      const culprit = unclosedQuote(text, node, indent, masks);
      if (culprit) return culprit;
    } else if (node.kind !== 'alias') {
      if (
        node.flow &&
        text.startsWith('{{', node.start) &&
        !masks.some((mask) => mask.start === node.start)
      ) {
        return unquotedExpression(text, node);
      }
      if (node.kind === 'map' && !node.flow) {
        const stray = node.pairs.map((pair) => strayLines(text, pair.key)).find((one) => one !== undefined);
        if (stray) return stray;
      }
      const inner = node.flow ? indent : node.indent;
      for (const child of childrenOf(node).reverse()) stack.push({ node: child, indent: inner });
    }
  }
  return undefined;
}

function childrenOf(node: MapNode | SeqNode): Node[] {
  return node.kind === 'seq' ? [...node.items] : node.pairs.flatMap((pair) => [pair.key, pair.value]);
}

/** A key over several lines: its last line is the key, and those above it are still without their colon. */
function strayLines(text: string, key: Node): Culprit | undefined {
  if (key.kind !== 'scalar' || key.style !== 'plain') return undefined;
  const written = text.slice(key.start, key.end);
  const lastBreak = Math.max(written.lastIndexOf('\n'), written.lastIndexOf('\r'));
  if (lastBreak < 0) return undefined;
  let lineStart = key.start;
  while (lineStart > 0 && text[lineStart - 1] !== '\n' && text[lineStart - 1] !== '\r') lineStart--;
  if (!/^ *(?:- +)*$/.test(text.slice(lineStart, key.start))) return undefined;
  const end = key.start + written.slice(0, lastBreak).trimEnd().length;
  return {
    mask: undefined,
    problem: { kind: 'syntax', mended: true, start: key.start, end, message: WITHOUT_COLON },
  };
}

/** YAML wants every further line of a quoted scalar to stand deeper than the key it belongs to. */
function unclosedQuote(
  text: string,
  node: ScalarNode,
  indent: number,
  masks: readonly Mask[],
): Culprit | undefined {
  if (node.style !== 'double' && node.style !== 'single') return undefined;
  if (masks.some((mask) => mask.start === node.start)) return undefined;
  const quote = node.style === 'double' ? '"' : "'";
  const lineEnd = endOfLine(text, node.start);
  const closed = node.end - 1 > node.start && text[node.end - 1] === quote;
  if (lineEnd >= node.end && closed) return undefined;
  const shallow = lineEnd < node.end && hasShallowLine(text, lineEnd, node.end, indent);
  if (closed && !shallow) return undefined;
  if (!closed && !shallow && lineEnd < node.end) return undefined;
  const flow = containerOf(node)?.flow === true;
  const end = flow ? beforeClosers(text, node.start, lineEnd) : trimEnd(text, node.start, lineEnd);
  return {
    mask: { start: node.start, end, style: node.style, value: text.slice(node.start + 1, end) },
    problem: {
      kind: 'syntax',
      mended: true,
      start: node.start,
      end,
      message: `The ${node.style} quote is not closed on this line. Close it with ${quote}, or indent the lines that continue the text.`,
    },
  };
}

/** In flow style, the brackets at the end of the line close what was opened before the quote. */
function beforeClosers(text: string, start: number, lineEnd: number): number {
  const closers = /[\s,\]}]*$/.exec(text.slice(start + 1, lineEnd))?.[0].length ?? 0;
  return lineEnd - closers;
}

function hasShallowLine(text: string, from: number, end: number, indent: number): boolean {
  for (let at = from; at < end; ) {
    at = text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
    let column = 0;
    while (text[at + column] === ' ') column++;
    const lineEnd = endOfLine(text, at);
    if (column <= indent && at + column < Math.min(lineEnd, end)) return true;
    at = lineEnd;
  }
  return false;
}

function unquotedExpression(text: string, node: MapNode | SeqNode): Culprit {
  const lineEnd = endOfLine(text, node.start);
  const comment = text.slice(node.start, lineEnd).search(/\s#/);
  const end = trimEnd(text, node.start, comment < 0 ? lineEnd : node.start + comment);
  return {
    mask: { start: node.start, end, style: 'plain', value: text.slice(node.start, end) },
    problem: {
      kind: 'unquoted-expression',
      mended: true,
      start: node.start,
      end,
      message:
        "A value that begins with {{ needs quotes: YAML reads the braces as a map. Write '{{ ... }}' in quotes.",
    },
  };
}

function syntaxProblems(errors: readonly YAMLError[], text: string, masks: readonly Mask[]): Problem[] {
  const problems: Problem[] = [];
  for (const error of errors) {
    if (error.code === 'TAG_RESOLVE_FAILED') continue; // Tags have a rule of their own.
    const start = Math.max(0, Math.min(error.pos[0], text.length));
    const end = Math.max(start, Math.min(error.pos[1], text.length));
    if (masks.some((mask) => mask.start <= start && start <= endOfLine(text, mask.start))) continue;
    const kind = error.code === 'TAB_AS_INDENT' ? 'tab' : 'syntax';
    const mended = error.message.startsWith(KEY_WITHOUT_COLON);
    problems.push({ kind, start, end, mended, message: MESSAGES[error.code] ?? sentence(error.message) });
  }
  return problems;
}

const WITHOUT_COLON =
  'A key without its `:`. Write `key: value`, or indent the line if it continues the text above.';

/** How the library calls a line that is to become a key; the tree has the key, and loses nothing. */
const KEY_WITHOUT_COLON = 'Implicit map keys need to be followed by map values';

/** The library's messages that do not tell an author what to do. */
const MESSAGES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'A tab stands where YAML wants blanks for indentation. Replace it by blanks.',
  BLOCK_AS_IMPLICIT_KEY:
    'A second `: ` on one line: YAML takes it for another key. Put the whole value in quotes, or write the map on lines of its own.',
  MULTIPLE_DOCS:
    'A second document begins here. A state file is one document: remove the `---`, or split the file.',
};

function sentence(message: string): string {
  const line = message.split('\n')[0] ?? message;
  if (line.startsWith(KEY_WITHOUT_COLON)) {
    return WITHOUT_COLON;
  }
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

function firstLineEnd(text: string): number {
  return endOfLine(text, 0);
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start + 1 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  return at;
}
