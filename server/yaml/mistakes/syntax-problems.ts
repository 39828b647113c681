import type { YAMLError } from 'yaml';
import type { EditedText } from '../../text/edited-text';
import { lineEnd, lineNumbers, nextContent } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { plainEnd } from '../read/plain';
import type { Problem } from '../read/problem';
import type { Node } from '../tree/tree';
import { WITHOUT_COLON } from './in-tree';
import { isIndentedKey } from './item-keys';
import { problemIn } from './mistake';
import { errorOffset, mistakeFinder, SECOND_DOCUMENT } from './of-errors';
import { openedAt, unclosed } from './unclosed';

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
  const mistakeOf = mistakeFinder(text, root, errors);
  let isDepthUnknown = false;
  let lost = reported.some((problem) => !problem.recovered);
  for (const error of errors) {
    if (error.code === 'TAG_RESOLVE_FAILED') continue; // `unknown-tag` reports them.
    // The authors' loader allows it, except where it was corrected.
    if (/Comments must be separated/.test(error.message)) continue;
    // After an unclosed bracket, the library computes wrong indentation.
    const isAfterOpen = after !== undefined && error.pos[0] > after;
    if (isAfterOpen && (isUnclosed(error) || OF_DEPTH.has(error.code))) continue;
    if (isUnclosed(error) && problems.length > 0) continue;
    // After the parser has left the document, it reports every token.
    const isOutside = /in YAML stream|at node end/.test(error.message);
    if (isOutside && lost) continue;
    lost ||= isOutside;
    const problem = problemIn(
      edited,
      describe(text, error) ?? mistakeOf(error)?.problem ?? unknown(text, error),
    );
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

function isUnclosed({ message }: YAMLError): boolean {
  return /sufficiently indented and end with|^Flow (?:map|sequence) must end|^Missing closing/.test(message);
}

interface Description {
  readonly when: RegExp;
  readonly at?: (text: string, at: number) => boolean;
  readonly message: Message | ((text: string, at: number) => Message);
  readonly recovered?: boolean;
  readonly isOfDepth?: boolean;
  /** The reported range; by default the place of the error. */
  readonly range?: (text: string, at: number) => Range;
}

function contentOfLine(text: string, at: number): Range {
  let start = nextContent(text, at);
  // A comment may have any indentation.
  while (text[start] === '#') start = nextContent(text, lineEnd(text, start));
  return { start, end: plainEnd(text, start) };
}

const DEPTH_MESSAGE = msg(
  'The indentation of this line matches no line above it. Indent it like one of them.',
);

/** By the code of an error and its message. The first match applies. */
const DESCRIPTIONS: readonly Description[] = [
  { when: /^MISSING_CHAR Implicit map keys/, message: WITHOUT_COLON, recovered: true },
  {
    when: /^BAD_DQ_ESCAPE .*\\[xuU]/,
    message: (text, at) =>
      msg`\`\\${text[at + 1]}\` expects ${{ x: 2, u: 4 }[text.charAt(at + 1)] ?? 8} hexadecimal digits.`,
    recovered: true,
    range: (_text, at) => ({ start: at, end: at + 2 }),
  },
  {
    when: /^MULTIPLE_DOCS/,
    message: SECOND_DOCUMENT,
    range: (text, at) => (text.startsWith('---', at) ? { start: at, end: at + 3 } : contentOfLine(text, at)),
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

function describe(text: string, error: YAMLError): Problem | undefined {
  const at = errorOffset(text, error);
  const first = /^MULTILINE/.test(error.code) ? text.charAt(at) : '';
  const name = `${error.code} ${first === '-' ? '-' : ''}${error.message}`;
  const found = DESCRIPTIONS.find((one) => one.when.test(name) && (one.at?.(text, at) ?? true));
  if (found === undefined) return undefined;
  const { message, range, recovered, isOfDepth } = found;
  return {
    kind: 'syntax',
    ...(range ? clamp(text, range(text, at)) : rangeOnLine(text, error)),
    recovered: recovered ?? false,
    ...(isOfDepth && { isOfDepth }),
    message: typeof message === 'function' ? message(text, at) : message,
  };
}

/** An error that is not known here, in the words of the library. */
function unknown(text: string, error: YAMLError): Problem {
  const message = msg`${sentence(error.message)}`;
  return { kind: 'syntax', ...rangeOnLine(text, error), recovered: false, message };
}

function rangeOnLine(text: string, error: YAMLError): Range {
  const start = errorOffset(text, error);
  return clamp(text, { start, end: start + lineEnd(text.slice(start, error.pos[1]), 0) });
}

function clamp(text: string, { start, end }: Range): Range {
  const from = Math.min(start, text.length);
  return { start: from, end: Math.max(from, Math.min(end, text.length)) };
}

function sentence(message: string): string {
  const line = message.split('\n')[0] ?? message;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
