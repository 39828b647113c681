import {
  columnOf,
  hasLineBreak,
  indentAt,
  lineEnd,
  lineIndent,
  lineNumbers,
  lineStart,
  nextContent,
  nextLine,
  trimEndOfRange,
} from '../../text/lines';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import { childNodesOf } from '../cursor/context';
import { lineAbove } from '../cut/content-lines';
import { entriesBeforeBrace, openBeforeMap, openBrackets } from '../read/open-brackets';
import {
  beforeClosers,
  expressionEnd,
  expressionEndOnLine,
  keyColumn,
  plainEnd,
  plainEndInFlow,
  startsLine,
} from '../read/plain';
import type { Problem, ProblemFix } from '../read/problem';
import { isQuoteClosed } from '../read/quotes';
import {
  containerOf,
  isBracketed,
  type MapNode,
  type Node,
  type ScalarNode,
  type SeqNode,
} from '../tree/tree';
import { flowEntryMistakes } from './flow-entries';
import { fullWidthInFlow } from './full-width';
import {
  asText,
  isStrayEnd,
  type Mistake,
  markCertain,
  offered,
  omitText,
  replacementFix,
  withoutFix,
} from './mistake';

/** Mistakes that are visible in the tree: a part of it cannot be what the author meant. */

/**
 * The mistakes in the order of the text. After one that has swallowed further lines the tree is not reliable, so the
 * search ends there; it continues after the correction.
 */
export function treeMistakes(text: string, root: Node | undefined): Mistake[] {
  const mistakes: Mistake[] = [];
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
  const stack: Place[] = root ? [{ node: root, indent: -1 }] : [];
  let resumeAt = 0;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, indent } = top;
    // Part of a text that is already corrected.
    if (node.start < resumeAt) continue;
    const found = mistakesOf(search, top);
    for (const mistake of found) {
      mistakes.push(mistake);
      if (mistake.problem) resumeAt = Math.max(resumeAt, mistake.problem.end);
    }
    if (found.length > 0 && hasLineBreak(text, node.start, node.end)) return mistakes;
    if (node.kind === 'scalar' || node.kind === 'alias' || found.length > 0) continue;
    const inner = node.flow ? indent : node.indent;
    for (const child of childNodesOf(node).toReversed()) stack.push({ node: child, indent: inner });
  }
  return mistakes;
}

interface Place {
  readonly node: Node;
  /** The column of the block around the node. */
  readonly indent: number;
}

interface Search {
  readonly text: string;
  readonly lineOf: (offset: number) => number;
  /** Brackets that cannot be closed, as they were tried with the brackets around them. */
  readonly tried: Set<Node>;
}

function mistakesOf(search: Search, { node, indent }: Place): Mistake[] {
  const { text, tried } = search;
  if (node.kind === 'alias') return [];
  if (node.kind === 'scalar') {
    if (isBeforeBraces(text, node)) return [bracesInFlow(text, node.start)];
    const odd = isBlockKey(node) ? (doubledColon(text, node) ?? leadingColon(text, node)) : undefined;
    if (odd) return [odd];
    return isBlockKey(node) ? strayLines(text, node) : unclosedQuote(text, node, indent);
  }
  if (!isBracketed(node)) return [];
  const fullWidth = fullWidthInFlow(text, node);
  if (fullWidth.length > 0) return fullWidth;
  const entries = flowEntryMistakes(text, node);
  if (entries.length > 0) return entries;
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
    : openBrackets(text, node, tried);
}

/** The indicator of a block text at the end of a line. */
const BLOCK_INDICATOR = /[:,[{][ \t]+([|>][-+\d]{0,2})[ \t]*(?:#[^\n\r]*)?$/;

/** Limit of lines of such a text. */
const MAX_BLOCK_LINES = 200;

/** `{text: |` with lines of text below, up to a closing bracket. */
function blockTextInFlow({ text, lineOf }: Search, node: MapNode | SeqNode): Mistake | undefined {
  const outer = containerOf(node);
  // The bracket around it on the same line was tried before.
  if (outer !== undefined && isBracketed(outer) && lineOf(node.start) === lineOf(outer.start))
    return undefined;
  const found = BLOCK_INDICATOR.exec(text.slice(node.start, lineEnd(text, node.start)));
  const indicator = found?.[1];
  if (found === null || indicator === undefined) return undefined;
  const start = node.start + found.index + found[0].indexOf(indicator);
  const own = lineIndent(text, start);
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
  const { edits } = asText(text, { start, end }, problem);
  return { edits, problem: { ...problem, start, end: start + indicator.length } };
}

/** A key in brackets with a comment as its value, from the outer bracket of its line on. */
const COMMENT_IN_FLOW =
  /^(?:"(?:[^"\\\n\r]|\\.)*"|'[^'\n\r]*'|[^\n\r"'#]|(?<=\S)#)*:[ \t]+(?=(#[\p{L}\p{N}_][\p{L}\p{N}_.-]*)[ \t]*[,}\]])/u;

const KEY_LINE = /^["'\w][^\n\r,[\]{}]*:\s/;

/** `{CHAT: #home}`: in YAML the comment continues to the end of the line, and the bracket is unclosed. */
function commentInFlow({ text, lineOf }: Search, node: MapNode | SeqNode): Mistake | undefined {
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
  const message = msg`YAML reads \`${written}\` and the rest of this line as a comment. Put it in quotes.`;
  return asText(text, range, { kind: 'syntax', recovered: true, message });
}

function isBlockKey(node: ScalarNode): boolean {
  const { parent } = node;
  return parent?.kind === 'pair' && parent.key === node && !parent.parent.flow && node.style === 'plain';
}

export const WITHOUT_COLON = msg(
  'Expected `:` after this key. Write `key: value`, or indent the line if it continues the text above.',
);

/** `message:: x`, where the first colon is read as part of the name. */
function doubledColon(text: string, { start, end }: ScalarNode): Mistake | undefined {
  const written = /^[A-Za-z_][\w.-]*(:+)$/.exec(text.slice(start, end))?.[1];
  if (written === undefined || text[end] !== ':') return undefined;
  const range = { start: end - written.length, end };
  return offered({ ...oddCharacter(text, range.start), ...range }, removalOf(range));
}

/** `:message: x`, which is valid YAML, among plain names as keys: no name begins with a colon. */
function leadingColon(text: string, { start, end, parent }: ScalarNode): Mistake | undefined {
  if (!/^:[A-Za-z_][\w.-]*$/.test(text.slice(start, end)) || text[end] !== ':') return undefined;
  // The root keys are parsed separately, so the other keys are not known.
  if (columnOf(text, start) === 0) return undefined;
  const map = parent?.kind === 'pair' ? parent.parent : undefined;
  if (map?.pairs.some(({ name, key }) => key.start !== start && !/^[A-Za-z_][\w.-]*$/.test(name)))
    return undefined;
  return offered(oddCharacter(text, start), removalOf({ start, end: start + 1 }));
}

function removalOf(range: Range): ProblemFix {
  return markCertain(replacementFix(range, '', msg('Remove the `:`')));
}

/** A key with a colon, but without the space after it. */
const TIGHT_COLON = /^[A-Za-z_][\w.-]*(?=:[^\s/:])/;

/** A multi-line key: its last line is the key, and the lines above lack their colons. */
function strayLines(text: string, key: ScalarNode): Mistake[] {
  if (!hasLineBreak(text, key.start, key.end) || !startsLine(text, key.start)) return [];
  const mistakes: Mistake[] = [];
  for (
    let start = key.start;
    lineEnd(text, start) < key.end;
    start = nextContent(text, nextLine(text, start))
  ) {
    const line = { start, end: plainEnd(text, start) };
    if (line.end === line.start) continue;
    const block = shallowBlockText(text, line);
    if (block) return [block];
    const tight = tightKeyAt(text, line);
    const isAbove = hasValueBelow(text, line);
    const colonless = withoutColon(text, line);
    if (tight !== undefined) mistakes.push(tightColon(text, line.start, tight));
    else if (colonless !== undefined) mistakes.push(colonless);
    else if (isAbove) mistakes.push(keyAbove(text, line));
    else mistakes.push(incompleteKey(text, line));
    // The following text is the value of the key, and must be parsed again.
    if (isAbove) break;
  }
  return mistakes;
}

/** The end of a line after which block text begins. */
const BLOCK_HEADER = /:[ \t]+[|>][-+\d]{0,2}[ \t]*(?:#[^\n\r]*)?$/;
const FIELD = /^(?:- +)?(?:[a-z_][\w.-]*|[A-Z]+)[ \t]*:(?:\s|$)/;

/** Limit of lines of such a text. */
const MAX_TEXT_LINES = 200;

/** Lines in the column of the key whose block text they are: `text: |` has nothing below. */
export function shallowBlockText(text: string, { start, end }: Range): Mistake | undefined {
  const above = lineAbove(text, start);
  const column = columnOf(text, start);
  const header = text.slice(above, lineEnd(text, above));
  if (above >= lineStart(text, start) || !BLOCK_HEADER.test(header)) return undefined;
  if (keyColumn(text, lineEnd(text, above)) !== column || lineStart(text, start) + column !== start)
    return undefined;
  const edits: Mistake['edits'][number][] = [];
  for (let line = lineStart(text, start); line < text.length; line = nextLine(text, line)) {
    const indent = indentAt(text, line);
    const at = line + indent;
    if (at >= lineEnd(text, line)) continue;
    const isOther = indent < column || FIELD.test(text.slice(at, lineEnd(text, line)));
    if (isOther || edits.length >= MAX_TEXT_LINES) break;
    edits.push({ range: { start: line, end: line }, text: '  ' });
  }
  if (edits.length === 0) return undefined;
  const message = msg('Block text must be indented more than its key. Indent it.');
  return offered(
    { kind: 'syntax', recovered: true, start, end, message },
    { title: msg('Indent the text'), edits },
  );
}

function incompleteKey(text: string, line: Range): Mistake {
  const comment = /^(?:\/\/|\/\*)/.exec(text.slice(line.start, line.end))?.[0];
  if (comment !== undefined) {
    const message = msg`In YAML, a comment starts with \`#\`, not with \`${comment}\`.`;
    const problem = { ...line, kind: 'syntax', recovered: true, message } as const;
    if (comment !== '//') return omitText(line, problem);
    const mark = { start: line.start, end: line.start + 2 };
    return offered(problem, markCertain(replacementFix(mark, '#', msg('Change to `#`'))));
  }
  const problem = { ...line, kind: 'syntax', message: WITHOUT_COLON } as const;
  // A bracket or a quote has swallowed the line.
  const isWord = !/[[\]{}"']/.test(text.charAt(line.start));
  return omitText(line, isWord ? { ...problem, recovered: true, isIncompleteKey: true } : problem);
}

/** `text:Hello` is read as a key and its value. */
export function tightColon(text: string, start: number, key: string): Mistake {
  const afterColon = start + key.length + 1;
  const line = { start, end: plainEnd(text, start) };
  // A single bracket or quote, with the value of the key below it.
  if (line.end === afterColon + 1 && /[[\]{}"']/.test(text.charAt(afterColon)) && hasValueBelow(text, line))
    return removed(text, oddCharacter(text, afterColon));
  const problem = {
    kind: 'syntax',
    // The value is a single bracket or quote without a counterpart.
    recovered: !/^:[[\]{}"']$/.test(text.slice(afterColon - 1, line.end)),
    ...line,
    message: msg('YAML requires a space after the `:` of a key.'),
  } as const;
  const fix = replacementFix({ start: afterColon, end: afterColon }, ' ', msg('Add a space after the `:`'));
  return offered(problem, markCertain(fix));
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

/** Reads a line with the colon that it lacks. */
export function withoutColon(text: string, { start, end }: Range): Mistake | undefined {
  const [lead = '', key = ''] = COLONLESS.exec(text.slice(start, end)) ?? [];
  if (key === '') return undefined;
  const keyEnd = start + key.length;
  const written = text.slice(keyEnd, start + lead.length);
  const isTight = written === ' :';
  const separator = /：|=>?/.exec(written)?.[0];
  const message =
    separator === undefined
      ? msg`Expected \`:\` after the key \`${key}\`.`
      : msg`Expected \`:\` after the key \`${key}\` instead of \`${separator}\`.`;
  const title = isTight
    ? msg('Move the `:` to the key')
    : separator
      ? msg('Change to `:`')
      : msg('Add the `:`');
  const fix =
    isTight || separator
      ? replacementFix({ start: keyEnd, end: start + lead.length }, ': ', title)
      : replacementFix({ start: keyEnd, end: keyEnd }, ':', title);
  return offered({ kind: 'syntax', recovered: true, start, end, message }, fix);
}

/** Whether the text below a line is its value: indented further, or a list in its column. */
export function hasValueBelow(text: string, { start, end }: Range): boolean {
  const below = nextContent(text, nextLine(text, end));
  const column = columnOf(text, below);
  const own = columnOf(text, start);
  const isItem = /^-\s/.test(text.slice(below, below + 2)) && lineIndent(text, start) === own;
  return below < text.length && (column > own || (column === own && isItem));
}

/** A character that nothing on its line explains. */
function oddCharacter(text: string, start: number): Problem {
  const message = msg`Unexpected \`${text.charAt(start)}\`. Remove it.`;
  return { kind: 'syntax', recovered: true, start, end: start + 1, message };
}

function removed(text: string, problem: Problem): Mistake {
  const title = msg`Remove the \`${text.slice(problem.start, problem.end)}\``;
  return offered(problem, replacementFix(problem, '', title));
}

/** A key without a colon and with its value below. */
export function keyAbove(text: string, { start, end }: Range): Mistake {
  // A bracket or a quote before a key.
  if (/^[[\]{}"'][A-Za-z_][\w.-]*:$/.test(text.slice(start, end)))
    return removed(text, oddCharacter(text, start));
  if (text[end - 1] === '：') return fullWidthColon(text, { start, end });
  const fix = replacementFix({ start: end, end }, ':', msg('Add the `:`'));
  // A bracket or a quote is not part of the name, and several words may be a text.
  const recovered = /\w/.test(text.charAt(start));
  const mistake = offered({ kind: 'syntax', recovered, start, end, message: WITHOUT_COLON }, fix);
  return /^[\w.-]+$/.test(text.slice(start, end)) ? mistake : withoutFix(mistake);
}

/** A key above its value with a full-width colon. */
function fullWidthColon(text: string, { start, end }: Range): Mistake {
  const key = text.slice(start, end - 1);
  const message = msg`Expected \`:\` after the key \`${key}\` instead of \`：\`.`;
  const fix = replacementFix({ start: end - 1, end }, ':', msg('Change to `:`'));
  return offered({ kind: 'syntax', recovered: true, start, end, message }, markCertain(fix));
}

/** YAML requires continuation lines of a quoted scalar to be indented further than its key. */
function unclosedQuote(text: string, node: ScalarNode, indent: number): Mistake[] {
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
    : endOfText(text, node.start, trimEndOfRange(text, node.start + 1, firstEnd), indent);
  const problem = {
    kind: 'syntax',
    // The quote has swallowed a key.
    recovered: !(startsLine(text, node.start) && QUOTED_KEY.test(text.slice(node.start, end))),
    start: node.start,
    end: Math.min(end, trimEndOfRange(text, node.start, firstEnd)),
    message: msg`The ${node.style} quote is not closed on this line. Close it with ${quote}.`,
  } as const;
  const last = isStrayEnd(text, { start: node.start + 1, end }) ? end - 1 : end;
  return [offered(problem, replacementFix({ start: last, end }, quote, msg`Close it with ${quote}`))];
}

/** `'text''`, where the last quote is part of the text: the library takes it for the closing one. */
function escapedEnd(text: string, { start, end, style }: ScalarNode, quote: string): Mistake | undefined {
  const isSingle = style === 'single';
  const quotes = { start: end - 2, end };
  const written = text.slice(quotes.start, end);
  if (quotes.start <= start || written !== (isSingle ? "''" : '\\"')) return undefined;
  const message = msg`The ${style} quote is not closed, because \`${written}\` is a quote inside the text. Close it with ${quote}.`;
  const fix = isSingle
    ? replacementFix(quotes, quote, msg`Change to \`${quote}\``)
    : replacementFix({ start: end, end }, quote, msg`Close it with ${quote}`);
  return offered({ kind: 'syntax', recovered: true, ...quotes, message }, fix);
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

function bracesInFlow(text: string, start: number): Mistake {
  const message = msg('Inside `[ ]` or `{ }`, YAML reads `{{` as a map. Put the text in quotes.');
  const range = { start, end: plainEndInFlow(text, start) };
  return asText(text, range, { kind: 'unquoted-expression', recovered: true, message });
}

const EXCHANGED_QUOTE = /^\{(["'])\{[^{}"'\n\r]*\}\}\1(?![ \t]*\})/;

/** `{'{x}}'` instead of `'{{x}}'`: a quote and a brace are swapped. */
function exchangedQuote(text: string, start: number): Mistake | undefined {
  const [written = '', quote = ''] = EXCHANGED_QUOTE.exec(text.slice(start)) ?? [];
  if (written === '') return undefined;
  const range = { start, end: start + written.length };
  const meant = `${quote}{{`;
  const message = msg`Expected \`${meant}\` instead of \`${written.slice(0, meant.length)}\`.`;
  const problem = { kind: 'syntax', recovered: true, ...range, message } as const;
  const title = msg`Change to \`${meant}\``;
  return offered(problem, replacementFix({ start, end: start + meant.length }, meant, title));
}

function unquotedExpression(text: string, node: MapNode | SeqNode, indent: number): Mistake {
  const inFlow = containerOf(node)?.flow === true;
  const isKey = node.parent?.kind === 'pair' && node.parent.key === node;
  const textStart = inFlow ? flowTextStart(text, node.start) : node.start;
  if (textStart < node.start) return bracesInFlow(text, textStart);
  const sentence = inFlow || isKey ? undefined : sentenceStart(text, node);
  if (sentence !== undefined) {
    const range = { start: sentence, end: blockTextEnd(text, node.start, indent) };
    return asText(text, range, { kind: 'syntax', recovered: true, message: COLON_IN_TEXT });
  }
  let range: Range;
  if (isKey && (inFlow || startsLine(text, node.start))) {
    range = { start: node.start, end: expressionEndOnLine(text, node.start) ?? plainEnd(text, node.start) };
  } else if (inFlow) {
    range = { start: node.start, end: plainEndInFlow(text, node.start) };
  } else {
    range = { start: node.start, end: blockTextEnd(text, node.start, indent) };
  }
  return asText(text, range, {
    kind: 'unquoted-expression',
    recovered: true,
    message: isKey
      ? msg('YAML reads a key that starts with `{{` as a map. Put it in quotes.')
      : msg(
          "YAML reads a value that starts with `{{` as a map. Put it in quotes, `'{{ ... }}'`, with each `'` inside doubled.",
        ),
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
  return endOfText(text, start, plainEnd(text, close ?? start), indent);
}

/** The end of a text that may continue: `end`, or that of the lines below that are indented further and have no keys. */
export function endOfText(text: string, start: number, end: number, indent: number): number {
  const block = deeperEnd(text, start, indent);
  const rest = text.slice(end, block);
  return /\S/.test(rest) && !/:(?:\s|$)|[^\S\n\r]#/.test(rest) ? block : end;
}

/** In a flow collection, text before the braces is part of the same value. */
function flowTextStart(text: string, at: number): number {
  let from = at;
  while (from > 0 && !/[,[\]{}'":\n\r]/.test(text.charAt(from - 1))) from--;
  const isAfterIndicator = /[,[{]/.test(text.charAt(from - 1)) || text.startsWith(': ', from - 1);
  return isAfterIndicator ? nextContent(text, from) : at;
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
