import {
  columnOf,
  hasLineBreak,
  indentAt,
  lineEnd,
  lineNumbers,
  lineStart,
  nextContent,
  nextLine,
  trimEndOfRange,
} from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { childNodesOf } from './cursor-context';
import { entriesBeforeBrace, lastIn, lastScalar, openBeforeMap, openBrackets } from './open-brackets';
import {
  beforeClosers,
  expressionEnd,
  expressionEndOnLine,
  plainEnd,
  plainEndInFlow,
  startsLine,
} from './plain';
import type { Problem, ProblemFix } from './problem';
import { isQuoteClosed } from './quotes';
import { asScalar, markCertain, omitText, quoteFix, type Repair, replacementFix } from './repair';
import { containerOf, isBracketed, type MapNode, type Node, type ScalarNode, type SeqNode } from './tree';

/** Repairs of mistakes that are visible in the tree: a part of it cannot be what the author meant. */

/**
 * Repairs of the tree, in the order of the text. After a mistake that has swallowed further lines the tree is not
 * reliable, so the search ends there; it continues after the repair. `masked` are the start offsets of scalars that
 * were repaired before.
 */
export function treeRepairs(text: string, root: Node | undefined, masked: ReadonlySet<number>): Repair[] {
  const repairs: Repair[] = [];
  let lineOf: Search['lineOf'] | undefined;
  // Most texts have no brackets, for which lines are needed.
  const search: Search = {
    text,
    lineOf: (offset) => {
      lineOf ??= lineNumbers(text);
      return lineOf(offset);
    },
    tried: new Set(),
  };
  const stack: Place[] = root ? [{ node: root, indent: -1, leaf: lastScalar(root) }] : [];
  let resumeAt = 0;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, indent, leaf } = top;
    // Part of a text that is already repaired.
    if (node.start < resumeAt) continue;
    const found = masked.has(node.start) && node.kind === 'scalar' ? [] : repairsOf(search, top);
    for (const repair of found) {
      repairs.push(repair);
      if (repair.problem) resumeAt = Math.max(resumeAt, repair.problem.end);
    }
    if (found.length > 0 && hasLineBreak(text, node.start, node.end)) return repairs;
    if (node.kind === 'scalar' || node.kind === 'alias' || found.length > 0) continue;
    const inner = node.flow ? indent : node.indent;
    const children = childNodesOf(node);
    const last = lastIn(node);
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child) stack.push({ node: child, indent: inner, leaf: child === last ? leaf : lastScalar(child) });
    }
  }
  return repairs;
}

interface Place {
  readonly node: Node;
  /** The column of the block around the node. */
  readonly indent: number;
  /** The last scalar in the node; the same for all nodes that end with it. */
  readonly leaf: ScalarNode | undefined;
}

interface Search {
  readonly text: string;
  readonly lineOf: (offset: number) => number;
  /** Brackets that cannot be closed, as they were tried with the brackets around them. */
  readonly tried: Set<Node>;
}

function repairsOf(search: Search, { node, indent, leaf }: Place): Repair[] {
  const { text, tried } = search;
  if (node.kind === 'alias') return [];
  if (node.kind === 'scalar') {
    if (isBeforeBraces(text, node)) return [bracesInFlow(text, node.start)];
    const odd = isBlockKey(node) ? (doubledColon(text, node) ?? leadingColon(text, node)) : undefined;
    if (odd) return [odd];
    return isBlockKey(node) ? strayLines(text, node) : unclosedQuote(text, node, indent);
  }
  if (!isBracketed(node)) return [];
  const exchanged = exchangedQuote(text, node.start);
  if (exchanged) return [exchanged];
  const before = openBeforeMap(text, node) ?? entriesBeforeBrace(text, node);
  if (before) return [before];
  const block = blockTextInFlow(search, node);
  if (block) return [block];
  const commented = commentInFlow(search, node);
  if (commented) return [commented];
  return text.startsWith('{{', node.start)
    ? [unquotedExpression(text, node, indent)]
    : openBrackets(text, node, leaf, tried);
}

/** The sign of a block text at the end of a line. */
const BLOCK_SIGN = /[:,[{][ \t]+([|>][-+\d]{0,2})[ \t]*(?:#[^\n\r]*)?$/;

/** Limit of lines of such a text. */
const MAX_BLOCK_LINES = 200;

/** `{text: |` with lines of text below, up to a closing bracket. */
function blockTextInFlow({ text, lineOf }: Search, node: MapNode | SeqNode): Repair | undefined {
  const outer = containerOf(node);
  // The bracket around it on the same line was tried before.
  if (outer !== undefined && isBracketed(outer) && lineOf(node.start) === lineOf(outer.start))
    return undefined;
  const found = BLOCK_SIGN.exec(text.slice(node.start, lineEnd(text, node.start)));
  const sign = found?.[1];
  if (found === null || sign === undefined) return undefined;
  const start = node.start + found.index + found[0].indexOf(sign);
  const own = indentAt(text, lineStart(text, start));
  let end: number | undefined;
  let line = nextLine(text, start);
  for (let count = 0; line < text.length && count < MAX_BLOCK_LINES; count++) {
    const last = trimEndOfRange(text, line, lineEnd(text, line));
    const first = line + indentAt(text, line);
    if (/[\]}]/.test(text.charAt(first))) break;
    if (first < last && first - line <= own) return undefined;
    end = beforeClosers(text, line, last);
    if (end < last) break;
    line = nextLine(text, line);
  }
  if (end === undefined || !/[\]}]/.test(text.charAt(nextContent(text, end)))) return undefined;
  const problem = {
    kind: 'syntax',
    recovered: true,
    message: msg('Block text cannot be inside `[ ]` or `{ }`. Put the text in quotes.'),
  } as const;
  const repair = asScalar(text, { start, end }, problem);
  return { ...repair, problem: { ...problem, start, end: start + sign.length } };
}

/** A key in brackets with a comment as its value, from the outer bracket of its line on. */
const COMMENT_IN_FLOW =
  /^(?:"(?:[^"\\\n\r]|\\.)*"|'[^'\n\r]*'|[^\n\r"'#]|(?<=\S)#)*:[ \t]+(?=(#[\p{L}\p{N}_][\p{L}\p{N}_.-]*)[ \t]*[,}\]])/u;

const KEY_LINE = /^["'\w][^\n\r,[\]{}]*:\s/;

/** `{CHAT: #home}`: in YAML the comment continues to the end of the line, and the bracket is unclosed. */
function commentInFlow({ text, lineOf }: Search, node: MapNode | SeqNode): Repair | undefined {
  const isClosed = /[\]}]/.test(text.charAt(node.end - 1));
  const line = lineOf(node.start);
  if (isClosed && line === lineOf(node.end)) return undefined;
  const outer = containerOf(node);
  // The bracket around it on the same line was tried before.
  if (outer !== undefined && isBracketed(outer) && line === lineOf(outer.start)) return undefined;
  const end = lineEnd(text, node.start);
  // The value after a comment in brackets may be on the next line, but not a key.
  if (isClosed && !KEY_LINE.test(text.slice(nextContent(text, end)))) return undefined;
  const found = COMMENT_IN_FLOW.exec(text.slice(node.start, end));
  const written = found?.[1];
  if (found === null || written === undefined) return undefined;
  const start = node.start + found[0].length;
  const range = { start, end: start + written.length };
  return asScalar(text, range, {
    kind: 'syntax',
    recovered: true,
    message: msg`YAML reads \`${written}\` and the rest of this line as a comment. Put it in quotes.`,
    remedy: quoteFix(text, range),
  });
}

function isBlockKey(node: ScalarNode): boolean {
  const { parent } = node;
  return parent?.kind === 'pair' && parent.key === node && !parent.parent.flow && node.style === 'plain';
}

export const WITHOUT_COLON = msg(
  'Expected `:` after this key. Write `key: value`, or indent the line if it continues the text above.',
);

/** `message:: x`, where the first colon is read as part of the name: it is replaced by a space. */
function doubledColon(text: string, { start, end }: ScalarNode): Repair | undefined {
  const written = /^[A-Za-z_][\w.-]*(:+)$/.exec(text.slice(start, end))?.[1];
  if (written === undefined || text[end] !== ':') return undefined;
  const range = { start: end - written.length, end };
  return omitText(text, range, { ...oddSign(text, range.start), ...range, remedy: removalOf(range) });
}

/**
 * `:message: x`, which is valid YAML, among plain names as keys: no name begins with a colon. The key keeps its
 * column.
 */
function leadingColon(text: string, { start, end, parent }: ScalarNode): Repair | undefined {
  if (!/^:[A-Za-z_][\w.-]*$/.test(text.slice(start, end)) || text[end] !== ':') return undefined;
  // The root keys are parsed separately, so the other keys are not known.
  if (columnOf(text, start) === 0) return undefined;
  const map = parent?.kind === 'pair' ? parent.parent : undefined;
  if (map?.pairs.some(({ name, key }) => key.start !== start && !/^[A-Za-z_][\w.-]*$/.test(name)))
    return undefined;
  const sign = { start, end: start + 1 };
  return {
    patch: { start, text: 'x' },
    mask: { at: start, start: sign.end, end, style: 'plain', value: text.slice(sign.end, end) },
    problem: { ...oddSign(text, start), remedy: removalOf(sign) },
  };
}

function removalOf(range: Range): ProblemFix {
  return markCertain(replacementFix(range, '', msg('Remove the `:`')));
}

/** A key with a colon, but without the space after it. */
const TIGHT_COLON = /^[A-Za-z_][\w.-]*(?=:[^\s/:])/;

/** A multi-line key: its last line is the key, and the lines above lack their colons. */
function strayLines(text: string, key: ScalarNode): Repair[] {
  if (!hasLineBreak(text, key.start, key.end) || !startsLine(text, key.start)) return [];
  const repairs: Repair[] = [];
  for (
    let start = key.start;
    lineEnd(text, start) < key.end;
    start = nextContent(text, nextLine(text, start))
  ) {
    const line = { start, end: plainEnd(text, start) };
    if (line.end === line.start) continue;
    const tight = tightKeyAt(text, line);
    const isAbove = hasValueBelow(text, line);
    const colonless = withoutColon(text, line);
    if (tight !== undefined) repairs.push(tightColon(text, line.start, tight));
    else if (colonless !== undefined) repairs.push(colonless);
    else if (isAbove) repairs.push(keyAbove(text, line));
    else repairs.push(omitText(text, line, incompleteKey(text, line)));
    // The following text is the value of the key, and must be parsed again.
    if (isAbove) break;
  }
  return repairs;
}

function incompleteKey(text: string, line: Range): Problem {
  const comment = /^(?:\/\/|\/\*)/.exec(text.slice(line.start, line.end))?.[0];
  if (comment !== undefined) {
    const message = msg`In YAML, a comment starts with \`#\`, not with \`${comment}\`.`;
    const sign = { start: line.start, end: line.start + 2 };
    const remedy =
      comment === '//' ? markCertain(replacementFix(sign, '#', msg('Change to `#`'))) : undefined;
    return { ...line, kind: 'syntax', recovered: true, message, ...(remedy && { remedy }) };
  }
  // A bracket or a quote has swallowed the line.
  if (/[[\]{}"']/.test(text.charAt(line.start))) return { ...line, kind: 'syntax', message: WITHOUT_COLON };
  return { ...line, kind: 'syntax', recovered: true, isIncompleteKey: true, message: WITHOUT_COLON };
}

/** `text:Hello` is read as a key and its value. */
export function tightColon(text: string, start: number, key: string): Repair {
  const end = start + key.length;
  const sign = end + 1;
  // A single bracket or quote, with the value of the key below it.
  if (plainEnd(text, start) === sign + 1 && /[[\]{}"']/.test(text.charAt(sign))) {
    if (hasValueBelow(text, { start, end: sign + 1 }))
      return omitText(text, { start: sign, end: sign + 1 }, oddSign(text, sign));
  }
  return {
    patch: { start, text: `${'x'.repeat(key.length - 1)}: ` },
    mask: { start, end, style: 'plain', value: key },
    problem: {
      kind: 'syntax',
      // The value is a single bracket or quote without a counterpart.
      recovered: !/^:[[\]{}"']$/.test(text.slice(end, plainEnd(text, start))),
      start,
      end: plainEnd(text, start),
      message: msg('YAML requires a space after the `:` of a key.'),
      remedy: {
        title: msg('Add a space after the `:`'),
        isCertain: true,
        edits: [{ range: { start: end + 1, end: end + 1 }, text: ' ' }],
      },
    },
  };
}

/** The key of a line that is read as one string because of a missing space after the colon. */
export function tightKeyAt(text: string, { start, end }: Range): string | undefined {
  return TIGHT_COLON.exec(text.slice(start, end))?.[0];
}

/**
 * A key and a value that are certainly not one string: `initial home`, `text 'Hello'`, `inputs {}`, `text :Hello`,
 * and with a full-width colon or the operator of another language.
 */
const COLONLESS =
  /^([A-Za-z_][\w.-]+)(?:[ \t]+(?=["'{[!|>]|[\w.-]+$)| :(?=\S)|：[ \t]*(?=\S)|[ \t]+=>?[ \t]+(?=\S))/;

/** Reads a line with the colon that it lacks, which replaces the last character of its key. */
export function withoutColon(text: string, { start, end }: Range): Repair | undefined {
  const [lead = '', key = ''] = COLONLESS.exec(text.slice(start, end)) ?? [];
  if (key === '') return undefined;
  const keyEnd = start + key.length;
  const written = text.slice(keyEnd, start + lead.length);
  const isTight = written === ' :';
  const sign = /：|=>?/.exec(written)?.[0];
  return {
    patch: { start, text: `${'x'.repeat(key.length - 1)}:${' '.repeat(written.length)}` },
    mask: { start, end: keyEnd, style: 'plain', value: key, colon: keyEnd },
    problem: {
      kind: 'syntax',
      recovered: true,
      start,
      end,
      message:
        sign === undefined
          ? msg`Expected \`:\` after the key \`${key}\`.`
          : msg`Expected \`:\` after the key \`${key}\` instead of \`${sign}\`.`,
      remedy: {
        title: isTight ? msg('Move the `:` to the key') : sign ? msg('Change to `:`') : msg('Add the `:`'),
        edits: [
          {
            range: { start: keyEnd, end: isTight || sign ? start + lead.length : keyEnd },
            text: isTight || sign ? ': ' : ':',
          },
        ],
      },
    },
  };
}

/** Whether the text below a line is its value: indented further, or a list in its column. */
export function hasValueBelow(text: string, { start, end }: Range): boolean {
  const below = nextContent(text, nextLine(text, end));
  const column = columnOf(text, below);
  const own = columnOf(text, start);
  const isItem = /^-\s/.test(text.slice(below, below + 2)) && indentAt(text, lineStart(text, start)) === own;
  return below < text.length && (column > own || (column === own && isItem));
}

/** Reports a character that nothing on its line explains. */
function oddSign(text: string, at: number): Problem {
  const sign = text.charAt(at);
  const range = { start: at, end: at + 1 };
  return {
    kind: 'syntax',
    recovered: true,
    ...range,
    message: msg`Unexpected \`${sign}\`. Remove it.`,
    remedy: { title: msg`Remove the \`${sign}\``, edits: [{ range, text: '' }] },
  };
}

/** A key without a colon and with its value below: the colon replaces its last character. */
export function keyAbove(text: string, { start, end }: Range): Repair {
  // A bracket or a quote before a key: the key keeps its column.
  if (/^[[\]{}"'][A-Za-z_][\w.-]*:$/.test(text.slice(start, end))) {
    return {
      patch: { start, text: `${'x'.repeat(end - start - 1)}:` },
      mask: {
        at: start,
        start: start + 1,
        end: end - 1,
        style: 'plain',
        value: text.slice(start + 1, end - 1),
      },
      problem: oddSign(text, start),
    };
  }
  if (text[end - 1] === '：') return fullWidthColon(text, { start, end });
  return {
    patch: { start, text: `${'x'.repeat(end - start - 1)}:` },
    mask: { start, end, style: 'plain', value: text.slice(start, end) },
    // A bracket or a quote is not part of the name.
    problem: { kind: 'syntax', recovered: /\w/.test(text.charAt(start)), start, end, message: WITHOUT_COLON },
  };
}

/** A key above its value with a full-width colon. */
function fullWidthColon(text: string, { start, end }: Range): Repair {
  const key = text.slice(start, end - 1);
  return {
    patch: { start, text: `${'x'.repeat(key.length)}:` },
    mask: { start, end: end - 1, style: 'plain', value: key },
    problem: {
      kind: 'syntax',
      recovered: true,
      start,
      end,
      message: msg`Expected \`:\` after the key \`${key}\` instead of \`：\`.`,
      remedy: markCertain(replacementFix({ start: end - 1, end }, ':', msg('Change to `:`'))),
    },
  };
}

/** YAML requires continuation lines of a quoted scalar to be indented further than its key. */
function unclosedQuote(text: string, node: ScalarNode, indent: number): Repair[] {
  if (node.style !== 'double' && node.style !== 'single') return [];
  const quote = node.style === 'double' ? '"' : "'";
  const closed = isQuoteClosed(text, node.start, node.end);
  const isShort = !/[\n\r]/.test(text.slice(node.start, node.end).trimEnd());
  if (isShort && closed) return [];
  const escaped = closed ? undefined : escapedEnd(text, node, quote);
  if (escaped) return [escaped];
  const firstEnd = lineEnd(text, node.start);
  if (!isShort && !hasShallowLine(text, firstEnd, node.end, indent)) return [];
  const inFlow = containerOf(node)?.flow === true;
  const end = inFlow
    ? beforeClosers(text, node.start + 1, firstEnd)
    : trimEndOfRange(text, node.start + 1, firstEnd);
  const problem = {
    kind: 'syntax',
    // The quote has swallowed a key.
    recovered: !(startsLine(text, node.start) && QUOTED_KEY.test(text.slice(node.start, end))),
    message: msg`The ${node.style} quote is not closed on this line. Close it with ${quote}.`,
    remedy: { title: msg`Close it with ${quote}`, edits: [{ range: { start: end, end }, text: quote }] },
  } as const;
  return [asScalar(text, { start: node.start, end }, problem, node.style, text.slice(node.start + 1, end))];
}

/** `'text''`, where the last quote is part of the text: the library takes it for the closing one. */
function escapedEnd(text: string, { start, end, style }: ScalarNode, quote: string): Repair | undefined {
  const isSingle = style === 'single';
  const sign = { start: end - 2, end };
  const written = text.slice(sign.start, end);
  if (sign.start <= start || written !== (isSingle ? "''" : '\\"')) return undefined;
  const value = text.slice(start + 1, sign.start);
  const problem = {
    kind: 'syntax',
    recovered: true,
    message: msg`The ${style} quote is not closed, because \`${written}\` is a quote inside the text. Close it with ${quote}.`,
    remedy: isSingle
      ? replacementFix(sign, quote, msg`Change to \`${quote}\``)
      : replacementFix({ start: end, end }, quote, msg`Close it with ${quote}`),
  } as const;
  const repair = asScalar(text, { start, end }, problem, style, isSingle ? value : value + quote);
  return { ...repair, problem: { ...problem, ...sign } };
}

export const COLON_IN_TEXT = msg(
  'YAML reads the text before `: ` as a key, even inside `{{ }}`. Put the whole value in quotes.',
);

const QUOTED_KEY = /^["'][A-Za-z_][\w.-]*:(?:\s|$)/;

function hasShallowLine(text: string, from: number, end: number, indent: number): boolean {
  for (let at = nextLine(text, from); at < end; at = nextLine(text, at)) {
    const column = indentAt(text, at);
    if (column <= indent && at + column < Math.min(lineEnd(text, at), end)) return true;
  }
  return false;
}

/** Whether a string in a flow collection is followed by an expression, which YAML reads as a map. */
function isBeforeBraces(text: string, node: ScalarNode): boolean {
  if (node.style !== 'plain' || node.empty || containerOf(node)?.flow !== true) return false;
  return /^[ \t]*\{\{/.test(text.slice(node.end));
}

function bracesInFlow(text: string, start: number): Repair {
  const range = { start, end: plainEndInFlow(text, start) };
  return asScalar(text, range, {
    kind: 'unquoted-expression',
    recovered: true,
    message: msg('Inside `[ ]` or `{ }`, YAML reads `{{` as a map. Put the text in quotes.'),
    remedy: quoteFix(text, range),
  });
}

const EXCHANGED_QUOTE = /^\{(["'])\{[^{}"'\n\r]*\}\}\1(?![ \t]*\})/;

/** `{'{x}}'` instead of `'{{x}}'`: a quote and a brace are swapped. */
function exchangedQuote(text: string, start: number): Repair | undefined {
  const [written = '', quote = ''] = EXCHANGED_QUOTE.exec(text.slice(start)) ?? [];
  if (written === '') return undefined;
  const range = { start, end: start + written.length };
  const meant = `${quote}{{`;
  const problem = {
    kind: 'syntax',
    recovered: true,
    message: msg`Expected \`${meant}\` instead of \`${written.slice(0, meant.length)}\`.`,
    remedy: replacementFix({ start, end: start + meant.length }, meant, msg`Change to \`${meant}\``),
  } as const;
  return asScalar(text, range, problem, 'plain', `{{${written.slice(meant.length, -1)}`);
}

function unquotedExpression(text: string, node: MapNode | SeqNode, indent: number): Repair {
  const inFlow = containerOf(node)?.flow === true;
  const isKey = node.parent?.kind === 'pair' && node.parent.key === node;
  const textStart = inFlow ? flowTextStart(text, node.start) : node.start;
  if (textStart < node.start) return bracesInFlow(text, textStart);
  const sentence = inFlow || isKey ? undefined : sentenceStart(text, node);
  if (sentence !== undefined) {
    const range = { start: sentence, end: blockTextEnd(text, node.start, indent) };
    const remedy = quoteFix(text, range);
    return asScalar(text, range, { kind: 'syntax', recovered: true, message: COLON_IN_TEXT, remedy });
  }
  let range: Range;
  if (isKey && (inFlow || startsLine(text, node.start))) {
    range = { start: node.start, end: expressionEndOnLine(text, node.start) ?? plainEnd(text, node.start) };
  } else if (inFlow) {
    range = { start: node.start, end: plainEndInFlow(text, node.start) };
  } else {
    range = { start: node.start, end: blockTextEnd(text, node.start, indent) };
  }
  return asScalar(text, range, {
    kind: 'unquoted-expression',
    recovered: true,
    message: isKey
      ? msg('YAML reads a key that starts with `{{` as a map. Put it in quotes.')
      : msg(
          "YAML reads a value that starts with `{{` as a map. Put it in quotes, `'{{ ... }}'`, with each `'` inside doubled.",
        ),
    remedy: quoteFix(text, range),
  });
}

/** In `text: Score: {{ … }}`, the start of the string that YAML reads as a second key on the line. */
function sentenceStart(text: string, node: MapNode | SeqNode): number | undefined {
  const pair = node.parent?.kind === 'pair' ? node.parent : undefined;
  if (pair === undefined) return undefined;
  const { start, parent: outer } = pair.parent;
  const isOneLine = pair.key.start === start && !text.slice(start, node.start).includes('\n');
  return isOneLine && outer?.kind === 'pair' && !startsLine(text, start) ? start : undefined;
}

/** The end of a string that begins with an expression: it includes following lines that are not keys. */
function blockTextEnd(text: string, start: number, indent: number): number {
  const block = deeperEnd(text, start, indent);
  const close = expressionEndOnLine(text, start) ?? expressionEnd(text, start, block);
  const end = plainEnd(text, close ?? start);
  const rest = text.slice(end, block);
  return /\S/.test(rest) && !/:(?:\s|$)|[^\S\n\r]#/.test(rest) ? block : end;
}

/** In a flow collection, text before the braces is part of the same value. */
function flowTextStart(text: string, at: number): number {
  let from = at;
  while (from > 0 && !/[,[\]{}'":\n\r]/.test(text.charAt(from - 1))) from--;
  const isAfterSign = /[,[{]/.test(text.charAt(from - 1)) || text.startsWith(': ', from - 1);
  return isAfterSign ? nextContent(text, from) : at;
}

/** The end of the lines that are indented further than a column, and so continue the value at `start`. */
export function deeperEnd(text: string, start: number, indent: number): number {
  let end = lineEnd(text, start);
  for (let at = nextLine(text, start); at < text.length; at = nextLine(text, at)) {
    const content = at + indentAt(text, at);
    const isBlank = content >= lineEnd(text, at);
    if (!isBlank && content - at <= indent) break;
    if (!isBlank) end = lineEnd(text, at);
  }
  return end;
}
