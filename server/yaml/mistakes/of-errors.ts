import type { YAMLError } from 'yaml';
import type { TextChange } from '../../text/line-diff';
import {
  columnOf,
  indentAt,
  lineEnd,
  lineStart,
  matchedText,
  nextContent,
  nextLine,
  previousContent,
  trimEndOfRange,
} from '../../text/lines';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import { childNodesOf } from '../cursor/context';
import { lineAbove } from '../cut/content-lines';
import { keyColumn, plainEnd, plainEndInFlow, startsLine } from '../read/plain';
import { endOfQuoted } from '../read/quotes';
import { tabWidth } from '../read/tab-width';
import type { Node, ScalarNode } from '../tree/tree';
import { descendantsOf } from '../tree/visit';
import { DEEPER_THAN_VALUE } from './depth-changes';
import {
  COLON_IN_TEXT,
  deeperEnd,
  endOfText,
  hasValueBelow,
  keyAbove,
  shallowBlockText,
  tightColon,
  tightKeyAt,
  WITHOUT_COLON,
  withoutColon,
} from './in-tree';
import { keyBesideDash, MAX_ITEM_LINES } from './item-keys';
import {
  asText,
  commaBefore,
  type Mistake,
  markCertain,
  offered,
  offsetsOf,
  omitText,
  quoteFix,
  replacementFix,
  withoutFix,
} from './mistake';
import { openedAt, unclosed } from './unclosed';

/** Mistakes at the places of the library's errors, which would otherwise lose a part of the tree. */

/** The context of an error. */
interface Broken {
  readonly text: string;
  readonly root: Node | undefined;
  readonly error: YAMLError;
  readonly at: number;
  /** Another error at the same place is about block style in flow style. */
  readonly inFlow: boolean;
  /** Some lines of the text are indented with spaces. */
  readonly usesSpaces: boolean;
  /** The number of spaces in place of each tab of the indentation. */
  readonly tabWidth: number;
  /** The starts of the keys and values in brackets. Linear at the first call. */
  readonly startsInFlow: () => ReadonlySet<number>;
}

/** The mistakes that cause errors of the library, in the order of the text, at most one per line. */
export function errorMistakes(text: string, root: Node | undefined, errors: readonly YAMLError[]): Mistake[] {
  if (errors.length === 0) return [];
  const mistakes: Mistake[] = [];
  const mistakeOf = mistakeFinder(text, root, errors);
  const open = openedAt(text, unclosed(text, root)) ?? text.length;
  let resumeAt = 0;
  let lastLineEnd = text.length;
  for (const error of errors) {
    const at = errorOffset(text, error);
    if (at > lastLineEnd) break;
    // The parser has left the document there: it reports all further lines as unexpected.
    if (/in YAML stream/.test(error.message)) lastLineEnd = Math.min(lastLineEnd, lineEnd(text, at));
    if (at < resumeAt) continue;
    const mistake = mistakeOf(error);
    if (mistake === undefined) continue;
    const { problem, edits } = mistake;
    // After an unclosed bracket, the library computes wrong indentation, so the lines may be correct.
    mistakes.push(error.code === 'BLOCK_AS_IMPLICIT_KEY' && at > open ? { edits } : mistake);
    resumeAt = lineEnd(text, Math.max(at, problem?.end ?? at, edits.at(-1)?.range.end ?? at));
    // The errors below are about a flow collection, which the text does not have without the bracket.
    if (edits.some((edit) => edit.text === '' && /[[{]/.test(text.charAt(edit.range.start)))) break;
  }
  return mistakes;
}

/** The place of an error, within the text. */
export function errorOffset(text: string, { pos: [start] }: YAMLError): number {
  return Math.max(0, Math.min(start, text.length));
}

/** Finds the mistake that causes an error, among all errors of a text. */
export function mistakeFinder(
  text: string,
  root: Node | undefined,
  errors: readonly YAMLError[],
): (error: YAMLError) => Mistake | undefined {
  const inFlow = new Set(errors.filter(({ code }) => code === 'BLOCK_IN_FLOW').map(({ pos }) => pos[0]));
  let inBrackets: ReadonlySet<number> | undefined;
  const context = {
    text,
    root,
    usesSpaces: /^ +\S/m.test(text),
    tabWidth: tabWidthIn(text, errors),
    startsInFlow: () => (inBrackets ??= startsInFlow(root)),
  };
  return (error) => {
    const at = errorOffset(text, error);
    return MISTAKES[error.code]?.({ ...context, error, at, inFlow: inFlow.has(at) });
  };
}

function startsInFlow(root: Node | undefined): ReadonlySet<number> {
  const starts = new Set<number>();
  for (const node of descendantsOf(root))
    if ((node.kind === 'map' || node.kind === 'seq') && node.flow)
      for (const { start } of childNodesOf(node)) starts.add(start);
  return starts;
}

const MISTAKES: Readonly<Partial<Record<YAMLError['code'], (broken: Broken) => Mistake | undefined>>> = {
  TAB_AS_INDENT: tab,
  BAD_INDENT: (broken) => oddLine(broken) ?? keyBesideDash(broken.text, broken.at),
  BLOCK_AS_IMPLICIT_KEY: colonInText,
  MULTILINE_IMPLICIT_KEY: missingComma,
  UNEXPECTED_TOKEN: unexpected,
  MISSING_CHAR: missing,
  BAD_ALIAS: emptyAnchor,
  BAD_SCALAR_START: oddStart,
  BAD_DQ_ESCAPE: unknownEscape,
  MULTIPLE_DOCS: emptyDocument,
};

function isIndentedByTab(text: string, at: number): boolean {
  return /^[ \t]*\t/.test(text.slice(lineStart(text, at), lineEnd(text, at)));
}

/** Reads each tab as spaces. The parser adds the fix, which is common to all tabs. */
function tab({ text, at, usesSpaces, tabWidth }: Broken): Mistake {
  let start = at;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start--;
  const blanks = matchedText(text.slice(start), /^[ \t]*/);
  const range = { start: start + blanks.indexOf('\t'), end: start + blanks.lastIndexOf('\t') + 1 };
  const spaces = text.slice(range.start, range.end).replaceAll('\t', ' '.repeat(tabWidth));
  const message = msg('YAML does not allow tabs for indentation; use spaces.');
  return {
    edits: [{ range, text: spaces }],
    problem: { kind: 'tab', recovered: !usesSpaces, ...range, message },
  };
}

/** The width of the first tab that causes an error. */
function tabWidthIn(text: string, errors: readonly YAMLError[]): number {
  const first = errors.find(({ pos: [at] }) => isIndentedByTab(text, at));
  return first === undefined ? 0 : tabWidth(text, lineStart(text, first.pos[0]));
}

/** `: ` in a value: YAML reads the text before it as a key. */
function colonInText({ text, at }: Broken): Mistake | undefined {
  const lead = keyColumn(text, at);
  if (/\s/.test(text[at] ?? ' ') || lineStart(text, at) + lead === at) return undefined;
  const block = deeperEnd(text, at, lead);
  if (block > lineEnd(text, at)) return deeperThanText(text, { start: at, end: block });
  const range = { start: at, end: plainEnd(text, at) };
  if (/^[\w.-]+:$/.test(text.slice(at, range.end))) {
    const colon = { start: range.end - 1, end: range.end };
    const problem = {
      kind: 'syntax',
      recovered: true,
      ...colon,
      message: msg('Unexpected `:`. Remove it.'),
    } as const;
    return offered(problem, replacementFix(colon, '', msg('Remove the `:`')));
  }
  const inner = innerQuotesOf(text, range);
  if (inner) return inner;
  const message = text.slice(at, range.end).includes('{{')
    ? COLON_IN_TEXT
    : /^\?\s/.test(text.slice(at, at + 2))
      ? msg('YAML reads a value that starts with `?` as a key. Put it in quotes.')
      : msg(
          'YAML reads the second `: ` of a line as another key. Put the whole value in quotes, or write the map on separate lines.',
        );
  return asText(text, range, { kind: 'syntax', recovered: true, message });
}

/** A text in quotes with the same quotes inside, as in `'{{a === 'b' ? 1 : 2}}'`. */
function innerQuotesOf(text: string, { start, end }: Range): Mistake | undefined {
  const quote = text.charAt(start);
  const first = /["']/.test(quote) ? endOfQuoted(text, start + 1, quote) : undefined;
  if (first === undefined || first >= end || text[end - 1] !== quote) return undefined;
  // A key in quotes.
  if (/^[ \t]*:/.test(text.slice(first, end))) return undefined;
  return quotesInQuotes(text, { style: quote === "'" ? 'single' : 'double', start }, end);
}

/** A key with a value above further indented lines that look like a map: either may be intended. */
function deeperThanText(text: string, block: Range): Mistake {
  const start = nextContent(text, lineEnd(text, block.start));
  // YAML reads `-content: a` as a key; the other keys of the item are indented further.
  const from = lineStart(text, block.start);
  const dash = from + indentAt(text, from);
  if (TIGHT_DASH.test(text.slice(dash, lineEnd(text, dash)))) return tightDash(text, dash, start);
  if (OTHER_DASH.test(text.slice(dash, lineEnd(text, dash)))) return otherDash(text, dash);
  return {
    edits: quoteFix(text, block).edits,
    problem: {
      kind: 'syntax',
      isOfDepth: true,
      start,
      end: plainEnd(text, start),
      message: DEEPER_THAN_VALUE,
    },
  };
}

/**
 * Dashes without a space after them, so that their lines are not items: the first one in the column with all others of
 * its list. `key` is the next key of the item: if it is not in the column that follows, the dash was exchanged with a
 * space where other items have theirs, and otherwise the keys are indented like it.
 */
function tightDash(text: string, dash: number, key: number): Mistake {
  const message = msg('Expected a space after this `-`.');
  const mark = { start: dash, end: dash + 1 };
  const title = msg('Write `- `');
  const column = columnOf(text, dash);
  let isShort = columnOf(text, key) === column + 1;
  const edits: TextChange[] = [];
  if (isShort && text[dash - 1] === ' ' && isBesideItem(text, dash, column - 1))
    edits.push({ range: { start: dash - 1, end: mark.end }, text: '- ' });
  else
    for (let line = lineStart(text, dash); line < text.length; line = nextLine(text, line)) {
      const indent = indentAt(text, line);
      const at = line + indent;
      if (at >= lineEnd(text, line)) continue;
      const isTight = TIGHT_DASH.test(text.slice(at, lineEnd(text, at)));
      if (indent < column || (indent === column && !isTight && !text.startsWith('- ', at))) break;
      if (indent === column) {
        isShort = isTight && columnOf(text, nextContent(text, lineEnd(text, at))) === column + 1;
        if (isTight) edits.push({ range: { start: at + 1, end: at + 1 }, text: ' ' });
      } else if (indent > column && isShort) edits.push({ range: { start: line, end: line }, text: ' ' });
    }
  return offered({ kind: 'syntax', recovered: true, ...mark, message }, markCertain({ title, edits }));
}

/** Whether the item above or below a dash has its own dash in a column. */
function isBesideItem(text: string, dash: number, column: number): boolean {
  const isItem = (line: number) => indentAt(text, line) === column && text.startsWith('- ', line + column);
  let above = lineAbove(text, dash);
  for (let lines = 0; lines < MAX_ITEM_LINES && above > 0 && indentAt(text, above) > column; lines++)
    above = lineAbove(text, above);
  return isItem(above) || isItem(nextLine(text, deeperEnd(text, dash, column)));
}

const TIGHT_DASH = /^-[A-Za-z_][\w.-]*:\s/;

/** A word in quotes above a key in the same column, which will become a key; or a dash without a space. */
function oddLine({ text, at }: Broken): Mistake | undefined {
  const key = nextContent(text, at);
  if (TIGHT_DASH.test(text.slice(key, lineEnd(text, key))))
    return tightDash(text, key, nextContent(text, lineEnd(text, key)));
  const end = previousContent(text, lineStart(text, key));
  const start = nextContent(text, lineStart(text, end));
  if (columnOf(text, start) !== columnOf(text, key)) return undefined;
  if (!/^(?:"[^"\\]*"|'[^']*')$/.test(text.slice(start, end))) return undefined;
  const message = WITHOUT_COLON;
  const range = { start, end };
  return omitText(range, { kind: 'syntax', recovered: true, isIncompleteKey: true, ...range, message });
}

/** Entries in flow style on separate lines without a comma between them. */
function missingComma({ text, error, at, inFlow }: Broken): Mistake | undefined {
  if (!inFlow && !/flow/.test(error.message)) return undefined;
  const end = Math.min(error.pos[1], text.length);
  const start = lineStart(text, end);
  return start <= at ? undefined : commaBefore(text, entryAt(text, start));
}

function entryAt(text: string, start: number): Range {
  const from = start + matchedText(text.slice(start, lineEnd(text, start)), /^\s*/).length;
  return { start: from, end: Math.max(plainEndInFlow(text, from), Math.min(from + 1, text.length)) };
}

/** Indentation of a key or item with spaces that YAML does not know: the wide ones of Chinese text, or unbreakable ones. */
const OTHER_SPACES = /^ *[\u3000\u00a0][ \u3000\u00a0]*(?=(?:- +)?[A-Za-z_][\w.-]*:(?:\s|$))/;

/** Reads such spaces as the spaces that they look like. */
function otherSpaces(text: string, at: number): Mistake | undefined {
  const line = lineStart(text, nextContent(text, at));
  const written = OTHER_SPACES.exec(text.slice(line, lineEnd(text, line)))?.[0];
  if (written === undefined) return undefined;
  const range = { start: line, end: line + written.length };
  const spaces = written.replaceAll('\u3000', '  ').replaceAll('\u00a0', ' ');
  const message = msg('YAML allows only ordinary spaces for indentation.');
  const fix = replacementFix(range, spaces, msg('Replace them with spaces'));
  return offered({ kind: 'syntax', recovered: true, ...range, message }, markCertain(fix));
}

function unexpected(broken: Broken): Mistake | undefined {
  const { text, error, at } = broken;
  const spaces = otherSpaces(text, at);
  if (spaces) return spaces;
  if (/at node end$/.test(error.message)) return textAfterValue(broken) ?? keyBesideDash(text, at);
  if (/in YAML (?:stream|document)/.test(error.message)) {
    const mistake = isIndentedByTab(text, at)
      ? tab({ ...broken, at: lineStart(text, at) })
      : keyBesideDash(text, at);
    if (mistake) return mistake;
  }
  if (/flow-(?:seq|map)-end/.test(error.message))
    return (endsWithQuote(broken) ? textAfterValue(broken) : undefined) ?? strayBracket(text, at);
  const range = { start: at, end: plainEnd(text, at) };
  if (/block-seq-ind on same line/.test(error.message) && !startsLine(text, at)) {
    const message = msg(
      'A list must start on the line after its key. Put text that starts with `- ` in quotes.',
    );
    const mistake = asText(text, range, { kind: 'syntax', message });
    return range.end > at + 1 ? mistake : withoutFix(mistake);
  }
  return /^Not a YAML token/.test(error.message) ? blockHeader(text, at) : undefined;
}

/** Whether a line ends with the quote of the scalar that seems to end right before the error. */
function endsWithQuote({ text, root, at }: Broken): boolean {
  const node = root && endingAt(root, at);
  const isQuoted = node?.kind === 'scalar' && (node.style === 'single' || node.style === 'double');
  return isQuoted && text[plainEnd(text, at) - 1] === text[node.start];
}

/** Text after a complete value: unescaped inner quotes, or text that begins like an alias or a list. */
function textAfterValue({ text, root, at }: Broken): Mistake | undefined {
  const node = root && endingAt(root, trimEndOfRange(text, 0, at));
  const apostrophe = node && apostropheIn(text, node, at);
  if (apostrophe) return apostrophe;
  const separator = node && separatorAfter(text, { start: node.end, end: plainEnd(text, at) });
  if (separator) return separator;
  if (node === undefined || lineEnd(text, node.start) < at || !isAfterColonOrDash(text, node.start))
    return undefined;
  const range = { start: node.start, end: plainEnd(text, at) };
  if (node.kind === 'scalar')
    return quotesInQuotes(text, node, endOfText(text, at, range.end, keyColumn(text, node.start)));
  const what = node.kind === 'alias' ? msg('an alias') : node.kind === 'map' ? msg('a map') : msg('a list');
  const message = msg`YAML reads a value that starts with \`${text[node.start]}\` as ${what}, and nothing can follow it. If it is text, put all of it in quotes.`;
  return asText(text, range, { kind: 'syntax', recovered: true, message });
}

function quotesInQuotes(
  text: string,
  { style, start }: Pick<ScalarNode, 'style' | 'start'>,
  end: number,
): Mistake | undefined {
  if (style !== 'single' && style !== 'double') return undefined;
  const quote = style === 'single' ? "'" : '"';
  const range = { start, end };
  if (text[end - 1] !== quote || text[end - 2] === '\\') {
    const message = msg(
      'Unexpected text after the closing quote. Put the whole value in quotes, or remove the quotes.',
    );
    return asText(text, range, { kind: 'syntax', recovered: true, message });
  }
  const how = style === 'single' ? "twice: `''`" : msg('with a backslash: `\\"`');
  const message = msg`This quote ends the text. Inside ${style} quotes, write it ${how}.`;
  const title =
    style === 'single'
      ? msg('Double the quotes inside the text')
      : msg('Escape the quotes inside the text with a backslash');
  const edits = innerQuotes(text, { start: start + 1, end: end - 1 }, quote).map((at) => ({
    range: { start: at, end: at },
    text: style === 'single' ? quote : '\\',
  }));
  return offered({ kind: 'syntax', recovered: true, ...range, message }, { title, isCertain: true, edits });
}

/** A comma or semicolon at the end of a line, as in JSON and JavaScript. */
function separatorAfter(text: string, { start, end }: Range): Mistake | undefined {
  const range = { start: nextContent(text, start), end };
  if (!/^[,;]$/.test(text.slice(range.start, end))) return undefined;
  const written = text.charAt(range.start);
  const message = msg`Unexpected \`${written}\`. Remove it.`;
  const fix = replacementFix(range, '', msg`Remove the \`${written}\``);
  return offered({ kind: 'syntax', recovered: true, ...range, message }, markCertain(fix));
}

/** The quotes of a range that are not escaped. */
function innerQuotes(text: string, { start, end }: Range, quote: string): number[] {
  const found: number[] = [];
  for (let at = start; at < end; at++) {
    const isPair =
      quote === "'" ? text[at] === quote && text[at + 1] === quote && at + 1 < end : text[at] === '\\';
    if (isPair) at++;
    else if (text[at] === quote) found.push(at);
  }
  return found;
}

/**
 * A string in single quotes over several lines that ends at an apostrophe: the intended string continues to a quote at
 * the end of a line.
 */
function apostropheIn(text: string, node: Node, at: number): Mistake | undefined {
  const first = node.end - 1;
  if (node.kind !== 'scalar' || node.style !== 'single' || node.end !== at || !isApostrophe(text, first))
    return undefined;
  const block = deeperEnd(text, node.start, keyColumn(text, node.start));
  const apostrophes = [first];
  let end = at;
  for (; end < block; end++) {
    if (text[end] !== "'") continue;
    if (text[end + 1] === "'") end++;
    else if (isApostrophe(text, end)) apostrophes.push(end);
    else break;
  }
  if (end >= block || lineEnd(text, node.start) >= end) return undefined;
  if (!/^[ \t]*(?:#|$)/.test(text.slice(end + 1, lineEnd(text, end)))) return undefined;
  const message = msg("This apostrophe ends the text. In single quotes, write it twice: `''`.");
  const edits = apostrophes.map((place) => ({ range: { start: place, end: place }, text: "'" }));
  const problem = { kind: 'syntax', recovered: true, start: first, end: at, message } as const;
  return offered(problem, { title: msg('Double the apostrophe'), isCertain: true, edits });
}

/** Whether a single quote is between two letters. */
function isApostrophe(text: string, at: number): boolean {
  return /^\p{L}'\p{L}/u.test(text.slice(at - 1, at + 2));
}

/** The scalar, alias or flow collection that ends at an offset. */
function endingAt(node: Node, end: number): Node | undefined {
  const isBlock = (node.kind === 'map' || node.kind === 'seq') && !node.flow;
  if (!isBlock) return node.end === end ? node : undefined;
  for (const child of childNodesOf(node)) {
    const found = child.start >= end || child.end < end ? undefined : endingAt(child, end);
    if (found) return found;
  }
  return undefined;
}

/** A closing bracket without an opening one: it begins an unquoted string, or is an extra one. */
function strayBracket(text: string, at: number): Mistake {
  const range = { start: at, end: plainEnd(text, at) };
  const bracket = text.charAt(at);
  if (range.end > at + 1 && isAfterColonOrDash(text, at)) {
    return asText(text, range, {
      kind: 'syntax',
      // The bracket has swallowed a key.
      recovered: !(
        startsLine(text, at) && /^.(?:- +)?[A-Za-z_][\w.-]*:(?:\s|$)/.test(text.slice(at, range.end))
      ),
      message: msg`A value that starts with \`${bracket}\` must be in quotes.`,
    });
  }
  const own = { start: at, end: at + 1 };
  const message = msg`This \`${bracket}\` has no matching opening bracket. Remove it, or add the opening bracket.`;
  const problem = { kind: 'syntax', recovered: true, closesNothing: true, ...own, message } as const;
  return offered(problem, replacementFix(own, '', msg`Remove the \`${bracket}\``));
}

/** Text on the line of `|` or `>`, without indented lines below. */
function blockHeader(text: string, at: number): Mistake | undefined {
  const start = lineStart(text, at) + text.slice(lineStart(text, at), at).search(/[|>][-+\d]*\s*$/);
  if (start < lineStart(text, at) || deeperEnd(text, at, keyColumn(text, at)) > lineEnd(text, at))
    return undefined;
  const range = { start, end: plainEnd(text, at) };
  const message = msg`Block text must start on the line after its \`${text[start]}\`. If the value is plain text, put it in quotes.`;
  return asText(text, range, { kind: 'syntax', recovered: true, message });
}

function missing({ text, error, at }: Broken): Mistake | undefined {
  if (
    /between flow (?:map|sequence) items$/.test(error.message) &&
    !/^Missing , or :.*map/.test(error.message)
  )
    return commaBefore(text, entryAt(text, at));
  if (/^Comments must be separated/.test(error.message)) return tightComment(text, at);
  if (!/^Implicit map keys/.test(error.message)) return undefined;
  const line = { start: at, end: plainEnd(text, at) };
  const block = shallowBlockText(text, line);
  if (block) return block;
  const tight = tightKeyAt(text, line);
  if (tight !== undefined) return tightColon(text, at, tight);
  const colonless = withoutColon(text, line);
  if (colonless !== undefined) return colonless;
  return line.end > at && text[at] !== '-' && hasValueBelow(text, line) ? keyAbove(text, line) : undefined;
}

/** A value that begins with a character that YAML reserves. */
function oddStart({ text, at, startsInFlow }: Broken): Mistake {
  const end = startsInFlow().has(at)
    ? plainEndInFlow(text, at)
    : endOfText(text, at, plainEnd(text, at), keyColumn(text, at));
  const range = { start: at, end };
  if (/^`[^`]*`$/.test(text.slice(at, range.end))) return backticks(text, range);
  const message = msg`A value cannot begin with ${text[at] === '`' ? msg('a backtick') : `\`${text[at]}\``}. Put it in quotes.`;
  return asText(text, range, { kind: 'syntax', recovered: true, message });
}

/** A value in backticks, as in JavaScript. */
function backticks(text: string, range: Range): Mistake {
  const inside = { start: range.start + 1, end: range.end - 1 };
  const edits = [
    { range: { start: range.start, end: inside.start }, text: "'" },
    ...offsetsOf(text, "'", inside).map((start) => ({ range: { start, end: start }, text: "'" })),
    { range: { start: inside.end, end: range.end }, text: "'" },
  ];
  const message = msg('Backticks are not quotes in YAML. Use `\'` or `"`.');
  const problem = { kind: 'syntax', recovered: true, ...range, message } as const;
  return offered(problem, { title: msg('Put it in quotes'), isCertain: true, edits });
}

/** The escape sequences of YAML without those of hexadecimal digits, which are checked elsewhere. */
const ESCAPE = /^\\[0abt\tnvfre "/\\N_LPxuU\r\n]/;

/** Backslashes in double quotes that begin no escape sequence: all of a line, as in a regular expression. */
function unknownEscape({ text, at }: Broken): Mistake | undefined {
  if (ESCAPE.test(text.slice(at, at + 2))) return undefined;
  const end = lineEnd(text, at);
  const edits: TextChange[] = [];
  for (let i = at; i < end && text[i] !== '"'; i++) {
    if (text[i] !== '\\') continue;
    if (!ESCAPE.test(text.slice(i, i + 2))) edits.push({ range: { start: i, end: i }, text: '\\' });
    i++;
  }
  const message = msg`\`${text.slice(at, at + 2).trim()}\` is not a valid escape sequence. In double quotes, write a backslash as \`\\\\\`; in single quotes, \`\\\` is enough.`;
  const problem = {
    kind: 'syntax',
    recovered: true,
    start: at,
    end: Math.min(at + 2, text.length),
    message,
  } as const;
  return offered(problem, { title: msg('Double the backslash'), isCertain: true, edits });
}

/** The authors' loader needs a space before a comment only after the indicator of a block text. */
function tightComment(text: string, at: number): Mistake | undefined {
  if (!/[|>][-+\d]*$/.test(text.slice(lineStart(text, at), at))) return undefined;
  const message = msg('Expected a space before the `#` of a comment.');
  const problem = { kind: 'syntax', recovered: true, start: at, end: lineEnd(text, at), message } as const;
  const fix = replacementFix({ start: at, end: at }, ' ', msg('Add a space'));
  return offered(problem, markCertain(fix));
}

export const SECOND_DOCUMENT = msg(
  'A second document starts here, but a state file can have only one. Remove the `---`, or split the file.',
);

/** The separator of a second document without content. */
function emptyDocument({ text, error, at }: Broken): Mistake | undefined {
  if (error.message !== 'empty' || !text.startsWith('---', at)) return undefined;
  const problem = {
    kind: 'syntax',
    recovered: true,
    start: at,
    end: at + 3,
    message: SECOND_DOCUMENT,
  } as const;
  const fix = replacementFix({ start: at, end: nextLine(text, at) }, '', msg('Remove the line'));
  return offered(problem, fix);
}

/** A dash or bullet of text processors before a key. */
const OTHER_DASH = /^[\u2010-\u2015\u2022\u2212\u00b7\uff0d] *[A-Za-z_][\w.-]*:\s/;

function otherDash(text: string, at: number): Mistake {
  const range = { start: at, end: nextContent(text, at + 1) };
  const message = msg`A list item starts with \`- \`, not with \`${text.charAt(at)}\`.`;
  const fix = replacementFix(range, '- ', msg('Write `- `'));
  return offered({ kind: 'syntax', recovered: true, ...range, message }, markCertain(fix));
}

/** A list item as in Markdown. */
function starAsDash(at: number): Mistake {
  const range = { start: at, end: at + 1 };
  const message = msg`A list item starts with \`- \`, not with \`${'* '}\`.`;
  const fix = replacementFix(range, '-', msg('Change to `-`'));
  return offered({ kind: 'syntax', recovered: true, ...range, message }, markCertain(fix));
}

/** `& b`: a string that begins like an anchor. */
function emptyAnchor({ text, at }: Broken): Mistake | undefined {
  if (/^\* +[\w.-]+:\s/.test(text.slice(at, lineEnd(text, at) + 1)) && startsLine(text, at))
    return starAsDash(at);
  const range = { start: at, end: plainEnd(text, at) };
  if (text[at] !== '&' || range.end === at + 1) return undefined;
  const message = msg('YAML reads a value that starts with `&` as an anchor. Put it in quotes.');
  return asText(text, range, { kind: 'syntax', recovered: true, message });
}

/** Whether a value of block style begins here. */
function isAfterColonOrDash(text: string, at: number): boolean {
  return /(?:^|:|-)[ \t]+$|^$/.test(text.slice(lineStart(text, at), at));
}
