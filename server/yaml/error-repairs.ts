import type { YAMLError } from 'yaml';
import { indentAt, lineEnd, lineStart, matchedText, nextContent, trimEndOfRange } from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { childNodesOf } from './cursor-context';
import { plainEnd, plainEndInFlow, startsLine } from './plain';
import { singleQuoted } from './quotes';
import {
  asScalar,
  commaBefore,
  markCertain,
  omitText,
  quoteFix,
  type Repair,
  replacementFix,
} from './repair';
import { openedAt, unclosed } from './syntax-problems';
import type { Node, ScalarNode } from './tree';
import {
  COLON_IN_TEXT,
  deeperEnd,
  hasValueBelow,
  keyAbove,
  tightColon,
  tightKeyAt,
  withoutColon,
} from './tree-repairs';

/** Repairs of mistakes at the places of the library's errors, so that less of the tree is lost. */

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
}

/** Repairs for errors of the library in the order of the text, at most one per line. `open` is the end of the line with an unclosed bracket. */
export function errorRepairs(
  text: string,
  root: Node | undefined,
  errors: readonly YAMLError[],
  open = openedAt(text, unclosed(text, root)) ?? text.length,
): Repair[] {
  const repairs: Repair[] = [];
  const inFlow = new Set(errors.filter(({ code }) => code === 'BLOCK_IN_FLOW').map(({ pos }) => pos[0]));
  const usesSpaces = /^ +\S/m.test(text);
  let resumeAt = 0;
  let lastLineEnd = text.length;
  for (const error of errors) {
    const at = Math.max(0, Math.min(error.pos[0], text.length));
    if (at > lastLineEnd) break;
    // The parser has left the document there: it reports all further lines as unexpected.
    if (/in YAML stream/.test(error.message)) lastLineEnd = Math.min(lastLineEnd, lineEnd(text, at));
    if (at < resumeAt) continue;
    const repair = REPAIRS[error.code]?.({ text, root, error, at, inFlow: inFlow.has(at), usesSpaces });
    if (repair === undefined) continue;
    const { problem, ...silent } = repair;
    // After an unclosed bracket, the library computes wrong indentation, so the lines may be correct.
    repairs.push(error.code === 'BLOCK_AS_IMPLICIT_KEY' && at > open ? silent : repair);
    resumeAt = lineEnd(text, Math.max(at, problem?.end ?? at));
    // The errors below are about a flow collection, which the text does not have without the bracket.
    if (repair.mask?.at !== undefined && /[[{]/.test(text.charAt(repair.mask.at))) break;
  }
  return repairs;
}

const REPAIRS: Readonly<Partial<Record<YAMLError['code'], (broken: Broken) => Repair | undefined>>> = {
  TAB_AS_INDENT: tab,
  BLOCK_AS_IMPLICIT_KEY: colonInText,
  MULTILINE_IMPLICIT_KEY: missingComma,
  UNEXPECTED_TOKEN: unexpected,
  MISSING_CHAR: missing,
  BAD_ALIAS: emptyAnchor,
  BAD_SCALAR_START: backticks,
};

function isIndentedByTab(text: string, at: number): boolean {
  return /^[ \t]*\t/.test(text.slice(lineStart(text, at), lineEnd(text, at)));
}

/** Reads each tab as one space, which is correct if all lines are indented with tabs. The parser adds the fix. */
function tab({ text, at, usesSpaces }: Broken): Repair {
  let start = at;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start--;
  const blanks = matchedText(text.slice(start), /^[ \t]*/);
  const range = { start: start + blanks.indexOf('\t'), end: start + blanks.lastIndexOf('\t') + 1 };
  const message = msg('YAML does not allow tabs for indentation; use spaces.');
  return omitText(text, range, { kind: 'tab', recovered: !usesSpaces, ...range, message });
}

/** `: ` in a value: YAML reads the text before it as a key. */
function colonInText({ text, at }: Broken): Repair | undefined {
  const lead = keyColumn(text, at);
  if (/\s/.test(text[at] ?? ' ') || lineStart(text, at) + lead === at) return undefined;
  const block = deeperEnd(text, at, lead);
  if (block > lineEnd(text, at)) return deeperThanText(text, { start: at, end: block });
  const range = { start: at, end: plainEnd(text, at) };
  if (/^[\w.-]+:$/.test(text.slice(at, range.end))) {
    const sign = { start: range.end - 1, end: range.end };
    const remedy = replacementFix(sign, '', msg('Remove the `:`'));
    const message = msg('Unexpected `:`. Remove it.');
    const repair = asScalar(text, range, { kind: 'syntax', message }, 'plain', text.slice(at, sign.start));
    return { ...repair, problem: { kind: 'syntax', recovered: true, ...sign, message, remedy } };
  }
  const message = text.slice(at, range.end).includes('{{')
    ? COLON_IN_TEXT
    : /^\?\s/.test(text.slice(at, at + 2))
      ? msg('YAML reads a value that starts with `?` as a key. Put it in quotes.')
      : msg(
          'YAML reads the second `: ` of a line as another key. Put the whole value in quotes, or write the map on separate lines.',
        );
  return asScalar(text, range, { kind: 'syntax', recovered: true, message, remedy: quoteFix(text, range) });
}

/** A key with a value above further indented lines that look like a map: either may be intended. */
function deeperThanText(text: string, block: Range): Repair {
  const start = nextContent(text, lineEnd(text, block.start));
  // YAML reads `-content: a` as a key; the other keys of the item are indented further.
  const from = lineStart(text, block.start);
  const dash = from + indentAt(text, from);
  if (/^-[A-Za-z_][\w.-]*:\s/.test(text.slice(dash, lineEnd(text, dash)))) return tightDash(text, dash);
  const message = msg(
    'This line is indented more than the key above, which already has a value. Indent it like that key, or put the whole text in quotes.',
  );
  const { patch, mask } = asScalar(text, block, { kind: 'syntax', message });
  return {
    ...(patch && { patch }),
    ...(mask && { mask }),
    problem: { kind: 'syntax', isOfDepth: true, start, end: plainEnd(text, start), message },
  };
}

/** A dash without a space after it, so that its line is not an item. */
function tightDash(text: string, dash: number): Repair {
  const mark = { start: dash, end: dash + 1 };
  const isSpaceBefore = text[dash - 1] === ' ';
  return {
    ...(isSpaceBefore && { patch: { start: dash - 1, text: '- ' } }),
    problem: {
      kind: 'syntax',
      recovered: isSpaceBefore,
      ...mark,
      message: msg('Expected a space after this `-`.'),
      remedy: markCertain(replacementFix({ start: dash + 1, end: dash + 1 }, ' ', msg('Write `- `'))),
    },
  };
}

/** The column of the key on a line: the width of the spaces and dashes before it. */
function keyColumn(text: string, at: number): number {
  return matchedText(text.slice(lineStart(text, at), at), /^ *(?:- +)*/).length;
}

/** Entries in flow style on separate lines without a comma between them. */
function missingComma({ text, error, at, inFlow }: Broken): Repair | undefined {
  if (!inFlow && !/flow/.test(error.message)) return undefined;
  const end = Math.min(error.pos[1], text.length);
  const start = lineStart(text, end);
  return start <= at ? undefined : commaBefore(text, entryAt(text, start));
}

function entryAt(text: string, start: number): Range {
  const from = start + matchedText(text.slice(start, lineEnd(text, start)), /^\s*/).length;
  return { start: from, end: Math.max(plainEndInFlow(text, from), Math.min(from + 1, text.length)) };
}

function unexpected(broken: Broken): Repair | undefined {
  const { text, error, at } = broken;
  if (/at node end$/.test(error.message)) return textAfterValue(broken);
  if (/in YAML (?:stream|document)/.test(error.message) && isIndentedByTab(text, at))
    return tab({ ...broken, at: lineStart(text, at) });
  if (/flow-(?:seq|map)-end/.test(error.message)) return strayBracket(text, at);
  const range = { start: at, end: plainEnd(text, at) };
  if (/block-seq-ind on same line/.test(error.message) && !startsLine(text, at)) {
    return asScalar(text, range, {
      kind: 'syntax',
      message: msg('A list must start on the line after its key. Put text that starts with `- ` in quotes.'),
      remedy: range.end > at + 1 ? quoteFix(text, range) : undefined,
    });
  }
  return /^Not a YAML token/.test(error.message) ? blockHeader(text, at) : undefined;
}

/** Text after a complete value: unescaped inner quotes, or text that begins like an alias or a list. */
function textAfterValue({ text, root, at }: Broken): Repair | undefined {
  const node = root && endingAt(root, trimEndOfRange(text, 0, at));
  const apostrophe = node && apostropheIn(text, node, at);
  if (apostrophe) return apostrophe;
  if (node === undefined || lineEnd(text, node.start) < at || !isAfterColonOrDash(text, node.start))
    return undefined;
  const range = { start: node.start, end: plainEnd(text, at) };
  if (node.kind === 'scalar') return quotesInQuotes(text, node, range);
  const what = node.kind === 'alias' ? msg('an alias') : node.kind === 'map' ? msg('a map') : msg('a list');
  return asScalar(text, range, {
    kind: 'syntax',
    recovered: true,
    message: msg`YAML reads a value that starts with \`${text[node.start]}\` as ${what}, and nothing can follow it. If it is text, put all of it in quotes.`,
    remedy: quoteFix(text, range),
  });
}

function quotesInQuotes(text: string, { style, start }: ScalarNode, range: Range): Repair | undefined {
  if (style !== 'single' && style !== 'double') return undefined;
  const quote = style === 'single' ? "'" : '"';
  const end = range.end;
  if (text[end - 1] !== quote || text[end - 2] === '\\') {
    return asScalar(text, range, {
      kind: 'syntax',
      recovered: true,
      message: msg(
        'Unexpected text after the closing quote. Put the whole value in quotes, or remove the quotes.',
      ),
      remedy: quoteFix(text, range),
    });
  }
  const inside = text.slice(start + 1, end - 1);
  const escaped =
    style === 'single'
      ? inside.replace(/''?/g, "''")
      : inside.replace(/\\.|"/gs, (one) => (one === '"' ? '\\"' : one));
  const how = style === 'single' ? "twice: `''`" : msg('with a backslash: `\\"`');
  const problem = {
    kind: 'syntax',
    recovered: true,
    message: msg`This quote ends the text. Inside ${style} quotes, write it ${how}.`,
    remedy: {
      title:
        style === 'single'
          ? msg('Double the quotes inside the text')
          : msg('Escape the quotes inside the text with a backslash'),
      isCertain: true,
      edits: [{ range: { start: start + 1, end: end - 1 }, text: escaped }],
    },
  } as const;
  return asScalar(text, range, problem, style, inside);
}

/**
 * A string in single quotes over several lines that ends at an apostrophe: the intended string continues to a quote at
 * the end of a line.
 */
function apostropheIn(text: string, node: Node, at: number): Repair | undefined {
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
  const range = { start: node.start, end: end + 1 };
  const message = msg("This apostrophe ends the text. In single quotes, write it twice: `''`.");
  const repair = asScalar(
    text,
    range,
    { kind: 'syntax', message },
    'single',
    text.slice(range.start + 1, end),
  );
  const edits = apostrophes.map((place) => ({ range: { start: place, end: place }, text: "'" }));
  const remedy = { title: msg('Double the apostrophe'), isCertain: true, edits } as const;
  return {
    ...repair,
    problem: { kind: 'syntax', recovered: true, start: first, end: at, message, remedy },
  };
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
function strayBracket(text: string, at: number): Repair {
  const range = { start: at, end: plainEnd(text, at) };
  const bracket = text.charAt(at);
  if (range.end > at + 1 && isAfterColonOrDash(text, at)) {
    return asScalar(text, range, {
      kind: 'syntax',
      // The bracket has swallowed a key.
      recovered: !(
        startsLine(text, at) && /^.(?:- +)?[A-Za-z_][\w.-]*:(?:\s|$)/.test(text.slice(at, range.end))
      ),
      message: msg`A value that starts with \`${bracket}\` must be in quotes.`,
      remedy: quoteFix(text, range),
    });
  }
  const own = { start: at, end: at + 1 };
  return omitText(text, own, {
    kind: 'syntax',
    recovered: true,
    closesNothing: true,
    ...own,
    message: msg`This \`${bracket}\` has no matching opening bracket. Remove it, or add the opening bracket.`,
    remedy: { title: msg`Remove the \`${bracket}\``, edits: [{ range: own, text: '' }] },
  });
}

/** Text on the line of `|` or `>`, without indented lines below. */
function blockHeader(text: string, at: number): Repair | undefined {
  const start = lineStart(text, at) + text.slice(lineStart(text, at), at).search(/[|>][-+\d]*\s*$/);
  if (start < lineStart(text, at) || deeperEnd(text, at, keyColumn(text, at)) > lineEnd(text, at))
    return undefined;
  const range = { start, end: plainEnd(text, at) };
  return asScalar(text, range, {
    kind: 'syntax',
    recovered: true,
    message: msg`Block text must start on the line after its \`${text[start]}\`. If the value is plain text, put it in quotes.`,
    remedy: quoteFix(text, range),
  });
}

function missing({ text, error, at }: Broken): Repair | undefined {
  if (
    /between flow (?:map|sequence) items$/.test(error.message) &&
    !/^Missing , or :.*map/.test(error.message)
  )
    return commaBefore(text, entryAt(text, at));
  if (!/^Implicit map keys/.test(error.message)) return undefined;
  const line = { start: at, end: plainEnd(text, at) };
  const tight = tightKeyAt(text, line);
  if (tight !== undefined) return tightColon(text, at, tight);
  const colonless = withoutColon(text, line);
  if (colonless !== undefined) return colonless;
  return line.end > at && text[at] !== '-' && hasValueBelow(text, line) ? keyAbove(text, line) : undefined;
}

/** A value in backticks, as in JavaScript. */
function backticks({ text, at }: Broken): Repair | undefined {
  const range = { start: at, end: plainEnd(text, at) };
  const written = text.slice(at, range.end);
  if (!/^`[^`]*`$/.test(written)) return undefined;
  const value = written.slice(1, -1);
  return asScalar(
    text,
    range,
    {
      kind: 'syntax',
      recovered: true,
      message: msg('Backticks are not quotes in YAML. Use `\'` or `"`.'),
      remedy: markCertain(replacementFix(range, singleQuoted(value), msg('Put it in quotes'))),
    },
    'plain',
    value,
  );
}

/** A list item as in Markdown. */
function starAsDash(at: number): Repair {
  const range = { start: at, end: at + 1 };
  return {
    patch: { start: at, text: '-' },
    problem: {
      kind: 'syntax',
      recovered: true,
      ...range,
      message: msg('A list item starts with `- `, not with `* `.'),
      remedy: markCertain(replacementFix(range, '-', msg('Change to `-`'))),
    },
  };
}

/** `& b`: a string that begins like an anchor. */
function emptyAnchor({ text, at }: Broken): Repair | undefined {
  if (/^\* +[\w.-]+:\s/.test(text.slice(at, lineEnd(text, at) + 1)) && startsLine(text, at))
    return starAsDash(at);
  const range = { start: at, end: plainEnd(text, at) };
  if (text[at] !== '&' || range.end === at + 1) return undefined;
  return asScalar(text, range, {
    kind: 'syntax',
    recovered: true,
    message: msg('YAML reads a value that starts with `&` as an anchor. Put it in quotes.'),
    remedy: quoteFix(text, range),
  });
}

/** Whether a value of block style begins here. */
function isAfterColonOrDash(text: string, at: number): boolean {
  return /(?:^|:|-)[ \t]+$|^$/.test(text.slice(lineStart(text, at), at));
}
