import type { YAMLError } from 'yaml';
import { minOf } from '../../text/append';
import type { EditedText } from '../../text/edited-text';
import {
  columnOf,
  indentAt,
  lineEnd,
  lineNumbers,
  lineStart,
  nextContent,
  nextLine,
  previousContent,
} from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { isOpen } from '../read/open-brackets';
import { plainEnd } from '../read/plain';
import type { Problem, ProblemFix } from '../read/problem';
import type { Node } from '../tree/tree';
import { descendantsOf } from '../tree/visit';
import { WITHOUT_COLON } from './in-tree';
import { problemIn, quoteFix } from './mistake';

/** Errors of the library, with messages that help authors. */

/**
 * The errors that are left after all corrections, in the original text. `reported` are the problems that were
 * corrected: a second message on the same line would follow from the first. `root` is the tree of the edited text.
 */
export function yamlSyntaxProblems(
  edited: EditedText,
  root: Node | undefined,
  errors: readonly YAMLError[],
  reported: readonly Problem[],
): Problem[] {
  if (errors.length === 0) return [];
  const { text } = edited;
  const lineOf = lineNumbers(edited.original);
  const known = new Set(reported.map(({ start }) => start));
  const open = unclosed(text, root);
  const after = openedAt(text, open);
  const problems = open.map((problem) => problemIn(edited, problem)).filter(({ start }) => !known.has(start));
  const lines = new Set([...reported, ...problems].map((problem) => lineOf(problem.start)));
  let isDepthUnknown = false;
  let lost = reported.some((problem) => !problem.recovered);
  for (const error of errors) {
    if (error.code === 'TAG_RESOLVE_FAILED') continue; // `unknown-tag` reports them.
    // The authors' loader needs a space only after the indicator of a block text.
    if (/Comments must be separated/.test(error.message) && !isAfterBlockIndicator(text, error.pos[0]))
      continue;
    // After an unclosed bracket, the library computes wrong indentation.
    const isAfterOpen = after !== undefined && error.pos[0] > after;
    if (isAfterOpen && (isUnclosed(error) || OF_DEPTH.has(error.code))) continue;
    if (isUnclosed(error) && problems.length > 0) continue;
    // After the parser has left the document, it reports every token.
    const isOutside = /in YAML stream|at node end/.test(error.message);
    if (isOutside && lost) continue;
    lost ||= isOutside;
    const problem = problemIn(edited, describe(text, error));
    const line = lineOf(problem.start);
    if (lines.has(line)) continue;
    // After a line of unknown depth, that of the following lines is unknown as well.
    if (problem.isOfDepth === true && problem.remedy === undefined) {
      if (isDepthUnknown) continue;
      isDepthUnknown = true;
    }
    lines.add(line);
    problems.push(problem);
  }
  return problems.sort((a, b) => a.start - b.start);
}

/** Errors of the library about lines whose indentation it computes wrongly. */
const OF_DEPTH: ReadonlySet<string> = new Set([
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'MULTILINE_IMPLICIT_KEY',
]);

/** The end of the line with the first bracket that is not closed; undefined if there is none. */
export function openedAt(text: string, open: readonly Problem[]): number | undefined {
  const starts = open.map(({ start }) => start).filter((start) => /[[{]/.test(text.charAt(start)));
  return starts.length > 0 ? lineEnd(text, minOf(starts, text.length)) : undefined;
}

function isUnclosed({ message }: YAMLError): boolean {
  return /sufficiently indented and end with|^Flow (?:map|sequence) must end|^Missing closing/.test(message);
}

/** Unclosed brackets and quotes, each at its opening character. */
export function unclosed(text: string, root: Node | undefined): Problem[] {
  const problems: Problem[] = [];
  let end = -1;
  for (const node of descendantsOf(root)) {
    const close = CLOSERS[text.charAt(node.start)];
    if (close === undefined || !isOpen(text, node)) continue;
    // Many brackets may be open on one line.
    if (node.start > end) end = lineEnd(text, node.start);
    problems.push(unclosedAt(text, node, close, end));
  }
  return problems;
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"', "'": "'" };

/** `end` is the end of the line on which the node starts. */
function unclosedAt(text: string, node: Node, close: string, end: number): Problem {
  const onOneLine = text.slice(node.start, node.end).trimEnd().length <= end - node.start;
  const isQuote = node.kind === 'scalar';
  return {
    kind: 'syntax',
    recovered: onOneLine,
    start: node.start,
    end: isQuote ? plainEnd(text, node.start) : node.start + 1,
    message: isQuote
      ? msg`The quote is not closed. Close it with ${close}.`
      : onOneLine
        ? msg`This \`${text[node.start]}\` is not closed. Close it with \`${close}\`.`
        : msg`This \`${text[node.start]}\` is not closed. Close it with \`${close}\`, and indent the lines in between more than the key.`,
  };
}

interface Description {
  readonly when: RegExp;
  readonly at?: (text: string, at: number) => boolean;
  readonly message: Message | ((text: string, at: number) => Message);
  readonly recovered?: boolean;
  readonly isOfDepth?: boolean;
  /** The reported range; by default the place of the error. */
  readonly range?: (text: string, at: number) => Range;
  readonly remedy?: (text: string, range: Range) => ProblemFix;
}

function contentOfLine(text: string, at: number): Range {
  let start = nextContent(text, at);
  // A comment may have any indentation.
  while (text[start] === '#') start = nextContent(text, lineEnd(text, start));
  return { start, end: plainEnd(text, start) };
}

const SECOND_DOCUMENT = {
  message: msg(
    'A second document starts here, but a state file can have only one. Remove the `---`, or split the file.',
  ),
  range: (text: string, at: number) =>
    text.startsWith('---', at) ? { start: at, end: at + 3 } : contentOfLine(text, at),
};

const DEPTH_MESSAGE = msg(
  'The indentation of this line matches no line above it. Indent it like one of them.',
);

function escapeAt(_text: string, at: number): Range {
  return { start: at, end: at + 2 };
}

/** By the code of an error and its message. The first match applies. */
const DESCRIPTIONS: readonly Description[] = [
  { when: /^MISSING_CHAR Implicit map keys/, message: WITHOUT_COLON, recovered: true },
  {
    when: /^BAD_SCALAR_START/,
    message: (text, at) =>
      msg`A value cannot begin with ${text[at] === '`' ? msg('a backtick') : `\`${text[at]}\``}. Put it in quotes.`,
    recovered: true,
    range: (text, at) => ({ start: at, end: plainEnd(text, at) }),
    remedy: quoteFix,
  },
  {
    when: /^BAD_DQ_ESCAPE .*\\[xuU]/,
    message: (text, at) =>
      msg`\`\\${text[at + 1]}\` expects ${{ x: 2, u: 4 }[text.charAt(at + 1)] ?? 8} hexadecimal digits.`,
    recovered: true,
    range: escapeAt,
  },
  {
    when: /^BAD_DQ_ESCAPE/,
    message: (text, at) =>
      msg`\`${text.slice(at, at + 2).trim()}\` is not a valid escape sequence. In double quotes, write a backslash as \`\\\\\`; in single quotes, \`\\\` is enough.`,
    recovered: true,
    range: escapeAt,
    remedy: (_text, { start }) => ({
      title: msg('Double the backslash'),
      isCertain: true,
      edits: [{ range: { start, end: start }, text: '\\' }],
    }),
  },
  {
    when: /Comments must be separated/,
    message: msg('Expected a space before the `#` of a comment.'),
    recovered: true,
    remedy: (_text, { start }) => ({
      title: msg('Add a space'),
      isCertain: true,
      edits: [{ range: { start, end: start }, text: ' ' }],
    }),
  },
  // Nothing is missing from the first one.
  {
    when: /^MULTIPLE_DOCS empty/,
    ...SECOND_DOCUMENT,
    recovered: true,
    remedy: (text, { start }) => ({
      title: msg('Remove the line'),
      edits: [{ range: { start, end: nextLine(text, start) }, text: '' }],
    }),
  },
  { when: /^MULTIPLE_DOCS/, ...SECOND_DOCUMENT },
  {
    when: /^BAD_INDENT All (?:mapping|sequence) items|at node end$|^UNEXPECTED_TOKEN .*in YAML (?:stream|document)/,
    at: isItemWithoutDash,
    message: msg('This key begins the next item of the list, which needs `- ` before it.'),
    isOfDepth: true,
    range: contentOfLine,
    remedy: dashRemedy,
  },
  {
    when: /^BAD_INDENT All (?:mapping|sequence) items|at node end$|^UNEXPECTED_TOKEN .*in YAML (?:stream|document)/,
    at: isBesideDash,
    message: msg('This key is in the column of the `-` above it. Indent it to make it part of that item.'),
    isOfDepth: true,
    range: contentOfLine,
    remedy: indentRemedy,
  },
  {
    when: /^BAD_INDENT All (?:mapping|sequence) items|^BLOCK_AS_IMPLICIT_KEY A block sequence/,
    message: DEPTH_MESSAGE,
    isOfDepth: true,
    range: contentOfLine,
  },
  {
    when: /Sequence item without/,
    message: msg(
      'This line is inside a list but has no `- `. Start it with `- `, or indent it like the lines around the list.',
    ),
    range: contentOfLine,
  },
  {
    when: /^BAD_INDENT Block scalar values/,
    message: msg('Block text must be indented more than its key. Indent it.'),
    range: contentOfLine,
  },
  {
    when: /at node end$|^UNEXPECTED_TOKEN .*in YAML (?:stream|document)/,
    at: isIndentedKey,
    message: DEPTH_MESSAGE,
    isOfDepth: true,
    range: contentOfLine,
  },
  {
    when: /at node end$|^UNEXPECTED_TOKEN .*in YAML (?:stream|document)/,
    message: msg(
      'Unexpected text: the value before it is complete, or this line is not indented enough. The rest is not read.',
    ),
    range: contentOfLine,
  },
  {
    when: /^UNEXPECTED_TOKEN .*block-seq-ind|^MULTILINE_IMPLICIT_KEY -/,
    message: msg('Unexpected list item between the keys of a map. Indent it below its key.'),
    range: contentOfLine,
  },
  {
    when: /^UNEXPECTED_TOKEN Unexpected ,/,
    message: msg('Unexpected `,` with nothing before it. Remove it.'),
    recovered: true,
  },
  {
    when: /^MISSING_CHAR Missing , or :.*map/,
    message: msg('Expected `:` between the key and this value.'),
  },
  {
    when: /^MISSING_CHAR Missing ,/,
    message: msg('Expected `,` before this value, or quotes around text that contains quotes.'),
  },
  {
    when: /^BLOCK_IN_FLOW|^MULTILINE_IMPLICIT_KEY/,
    message: msg('Unexpected second key in one entry. Add `,` between the two, or put the text in quotes.'),
  },
  {
    when: /^BAD_ALIAS Alias/,
    message: msg('An alias must have a name: `*name`. If it is text, put it in quotes.'),
    recovered: true,
  },
  {
    when: /^BAD_ALIAS Anchor/,
    message: msg('An anchor must have a name: `&name`. If it is text, put it in quotes.'),
    recovered: true,
  },
  { when: /^BAD_ALIAS/, message: msg('The name of this alias or anchor is not complete.'), recovered: true },
  {
    when: /^ALIAS_PROPS/,
    message: msg('An alias cannot have its own tag or anchor. Remove the tag, the anchor or the alias.'),
  },
  {
    when: /^MULTIPLE_TAGS/,
    message: msg('A value can have only one tag. Remove this one.'),
    recovered: true,
  },
  {
    when: /^MULTIPLE_ANCHORS/,
    message: msg('A value can have only one anchor. Remove this one.'),
    recovered: true,
  },
  {
    when: /directive/i,
    message: msg(
      'A file that starts with `%` starts with directives, which end with a line `---`. Put text in quotes.',
    ),
    range: contentOfLine,
  },
  {
    when: /^UNEXPECTED_TOKEN Not a YAML token/,
    message: msg('Only a comment can follow here; block text starts on the next line.'),
  },
  { when: /^KEY_OVER_1024/, message: msg('A key cannot have more than 1024 characters.'), recovered: true },
];

function isAfterBlockIndicator(text: string, at: number): boolean {
  return /[|>][-+\d]*$/.test(text.slice(lineStart(text, at), at));
}

/** Whether the next thing after an offset is a key at the beginning of an indented line. */
function isIndentedKey(text: string, at: number): boolean {
  const start = nextContent(text, at);
  if (!/^ +$/.test(text.slice(lineStart(text, start), start))) return false;
  return /^[A-Za-z_][\w.-]*:(?:\s|$)/.test(text.slice(start, lineEnd(text, start)));
}

/** Limit of lines that are searched for the start of an item. */
const MAX_ITEM_LINES = 200;

/** Whether such a key is in the column of the `-` of the item above it. */
function isBesideDash(text: string, at: number): boolean {
  return dashAbove(text, at) !== undefined;
}

/** The offset of that `-`. */
function dashAbove(text: string, at: number): number | undefined {
  if (!isIndentedKey(text, at)) return undefined;
  const start = nextContent(text, at);
  const column = columnOf(text, start);
  let end = previousContent(text, start);
  for (let lines = 0; end > 0 && lines < MAX_ITEM_LINES; lines++) {
    const line = lineStart(text, end);
    const indentation = indentAt(text, line);
    if (indentation <= column)
      return indentation === column && text.startsWith('- ', line + column) ? line + column : undefined;
    end = previousContent(text, line);
  }
  return undefined;
}

/** Whether such a key is the one with which the item above begins: it begins an item, too. */
function isItemWithoutDash(text: string, at: number): boolean {
  const dash = dashAbove(text, at);
  if (dash === undefined) return false;
  const key = /^[\w.-]+:/.exec(text.slice(nextContent(text, at)))?.[0];
  return key !== undefined && text.startsWith(key, dash + 2);
}

/** Puts a dash before the key, and indents its neighbours below, unless they are in the column of the item's keys. */
function dashRemedy(text: string, { start }: Range): ProblemFix {
  const column = columnOf(text, start);
  const edits = [{ range: { start, end: start }, text: '- ' }];
  for (let line = nextLine(text, start); line < text.length; line = nextLine(text, line)) {
    const indentation = indentAt(text, line);
    if (line + indentation >= lineEnd(text, line)) continue;
    const isBeside = indentation === column && !text.startsWith('- ', line + column);
    if (!isBeside && edits.length === 1) break;
    if (indentation < column || text.startsWith('- ', line + column)) break;
    edits.push({ range: { start: line, end: line }, text: '  ' });
  }
  return { title: msg('Write `- `'), isCertain: true, edits };
}

/** Indents a key next to the `-` of an item, and the lines below that belong to the key or are its neighbours. */
function indentRemedy(text: string, { start }: Range): ProblemFix {
  const column = columnOf(text, start);
  const edits: ProblemFix['edits'][number][] = [];
  for (let line = lineStart(text, start); line < text.length; line = nextLine(text, line)) {
    const indentation = indentAt(text, line);
    if (line + indentation >= lineEnd(text, line)) continue;
    if (indentation < column || (indentation === column && text.startsWith('- ', line + column))) break;
    edits.push({ range: { start: line, end: line }, text: '  ' });
  }
  return { title: msg('Indent it as part of the item'), edits };
}

function describe(text: string, error: YAMLError): Problem {
  const at = Math.max(0, Math.min(error.pos[0], text.length));
  const first = /^MULTILINE/.test(error.code) ? text.charAt(at) : '';
  const name = `${error.code} ${first === '-' ? '-' : ''}${error.message}`;
  const found = DESCRIPTIONS.find((one) => one.when.test(name) && (one.at?.(text, at) ?? true));
  const range = clamp(
    text,
    found?.range?.(text, at) ?? { start: at, end: at + lineEnd(text.slice(at, error.pos[1]), 0) },
  );
  const message = typeof found?.message === 'function' ? found.message(text, at) : found?.message;
  return {
    kind: 'syntax',
    ...range,
    recovered: found?.recovered ?? false,
    ...(found?.isOfDepth && { isOfDepth: true }),
    message: message ?? msg`${sentence(error.message)}`,
    remedy: found?.remedy?.(text, range),
  };
}

function clamp(text: string, { start, end }: Range): Range {
  const from = Math.min(start, text.length);
  return { start: from, end: Math.max(from, Math.min(end, text.length)) };
}

function sentence(message: string): string {
  const line = message.split('\n')[0] ?? message;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
