import { withoutAtEnd } from '../../text/lines';
import type { Range } from '../../text/range';
import type { Notation } from '../cut/unit';
import { loaderProblems } from '../mistakes/loader-problems';
import { parseYaml } from '../read/parse';
import { doubleQuoted, fitsSingleQuotes, needsEscapes, singleQuoted } from '../read/quotes';
import { readAs11, readAs12 } from '../read/yaml-1-1';
import { containerOf, type MapNode, type Node, type ScalarNode } from '../tree/tree';
import { descendantsOf } from '../tree/visit';

/**
 * How texts are written as values and keys, by all who write YAML or JSON. Whether a text needs quotes is not decided by
 * rules of its own: the text is written without them, and read.
 */

/** The style of the text around a scalar: block YAML, flow YAML, or JSON (also flow YAML that looks like it). */
export type Writing = 'block' | 'flow' | 'json';

/** The style of a map, which added entries use. */
export function writingOf(map: MapNode, notation: Notation): Writing {
  if (notation === 'json') return 'json';
  if (!map.flow) return 'block';
  const key = map.pairs[0]?.key;
  return key?.kind === 'scalar' && key.style === 'double' ? 'json' : 'flow';
}

/** The style of the text around a node. */
export function writingAt(node: Node, notation: Notation): Writing {
  if (notation === 'json') return 'json';
  return containerOf(node)?.flow === true ? 'flow' : 'block';
}

export type QuoteStyle = 'single' | 'double';

/** The quotes of the texts around, which are not read before one needs quotes. */
interface Quotes {
  readonly quote: '"' | "'";
}

const SINGLE: Quotes = { quote: "'" };

/** A text as a value or key on one line, in quotes if it needs them or has what is `quoted` in any case. */
export function scalarText(text: string, writing: Writing, quoted = QUOTED, others = SINGLE): string {
  const quote = quoteFor(text, writing, quoted, others);
  return quote === undefined ? text : quotedText(text, quote);
}

/** The quotes that a text needs, as others unless that needs escape sequences; undefined if it needs none. */
export function quoteFor(
  text: string,
  writing: Writing,
  quoted = QUOTED,
  others = SINGLE,
): QuoteStyle | undefined {
  if (writing === 'json') return 'double';
  if (isPlain(text, writing, quoted)) return undefined;
  if (!fitsSingleQuotes(text)) return 'double';
  return !/["\\]/.test(text) && (text.includes("'") || others.quote === '"') ? 'double' : 'single';
}

/** A text in quotes; in double ones if single ones cannot represent it. */
export function quotedText(text: string, quote: QuoteStyle): string {
  return quote === 'single' && fitsSingleQuotes(text) ? singleQuoted(text) : doubleQuoted(text);
}

/** A text between existing quotes, or in a scalar without; undefined if it cannot be written there. */
export function textInQuotes(text: string, quote: QuoteStyle): string | undefined {
  if (quote === 'single' && !fitsSingleQuotes(text)) return undefined;
  return quotedText(text, quote).slice(1, -1);
}

/**
 * The edit that gives a scalar another text, in the same quotes if these can represent it.
 *
 * @param content the range of the old text, inside of the quotes
 * @param others for a text that gets quotes
 */
export function scalarEdit(
  scalar: ScalarNode,
  content: Range,
  text: string,
  notation: Notation,
  others?: Quotes,
): { readonly range: Range; readonly text: string } {
  const { start, end, style } = scalar;
  if (style === 'plain')
    return { range: content, text: scalarText(text, writingAt(scalar, notation), HIDDEN, others) };
  if (style !== 'single' && style !== 'double') return { range: content, text };
  const inside = textInQuotes(text, style);
  return inside === undefined
    ? { range: { start, end }, text: quotedText(text, 'double') }
    : { range: content, text: inside };
}

/** A fast answer for most texts: words that no reader takes for anything but text, if they are no keyword or number. */
const WORDS = /^[\p{L}_][\p{L}\p{N}_-]*(?:[ ./][\p{L}_][\p{L}\p{N}_-]*)*$/u;
/** Text that is certainly the same without quotes, anywhere: it may have punctuation, unlike `WORDS`. */
const SIMPLE = /^\p{L}(?!.*(?::(?:\s|$)| #|\s$|[{}[\],\n\r"'\\]))/u;

/** A fast answer for most texts that need no quotes, and for no others. */
export function isSimpleText(text: string): boolean {
  return SIMPLE.test(text) && readAs11(text)?.kind === 'text' && readAs12(text).kind === 'text';
}

/** Text that is in quotes although it need not be: what is hard to see and, in new texts, expressions. */
const HIDDEN = /[^\S ]|(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/u;
const QUOTED = new RegExp(`\\{\\{|\\}\\}|${HIDDEN.source}`, 'u');
/** YAML allows no longer keys, so a longer text can only be a value. */
const MAX_KEY_LENGTH = 1000;

/**
 * Whether YAML 1.1, YAML 1.2 and the authors' loader read a text without quotes as the same text.
 *
 * @param quoted what is in quotes in any case
 */
export function isPlain(text: string, writing: 'block' | 'flow', quoted = QUOTED): boolean {
  if (readAs11(text)?.kind !== 'text' || readAs12(text).kind !== 'text') return false;
  if (WORDS.test(text)) return true;
  if (quoted.test(text)) return false;
  const key = text.length > MAX_KEY_LENGTH ? 'x' : text;
  const pair = `${key}: ${text}`;
  const source = writing === 'block' ? `${pair}\nx:\n  ${pair}\n` : `{ ${pair}, x: [${text}], ${pair} }\n`;
  const { root, problems } = parseYaml(source);
  if (problems.length > 0 || loaderProblems(source, root).length > 0) return false;
  const read = [...descendantsOf(root)].map((node) => (node.kind === 'scalar' ? node.value : node.kind));
  const pairs = [key, text, 'x', ...(writing === 'block' ? ['map'] : ['seq', text]), key, text];
  return read.join('\n') === ['map', ...pairs].join('\n');
}

/** A text as a comment on a line of its own. */
export function commentText(text: string): string {
  return `# ${text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]+/gu, ' ').trim()}\n`;
}

/** The styles of a text of several lines in block YAML; in double quotes, its line breaks are escape sequences. */
export type LinesStyle = 'literal' | 'folded' | 'double';

/**
 * Text as a literal or folded block, whose lines after the header are indented by a step more than `indent`. A literal
 * one if a folded one would be read as another text; undefined if both would.
 */
export function blockText(
  style: 'literal' | 'folded',
  text: string,
  indent: string,
  step: string,
): string | undefined {
  const folded = style === 'folded' ? blockScalar('>', text, step) : undefined;
  return (folded ?? blockScalar('|', text, step))?.replace(/(?<=\n)(?=.)/g, indent);
}

function blockScalar(indicator: '|' | '>', text: string, step: string): string | undefined {
  if (needsEscapes(text) || text.trim() === '') return undefined;
  const content = withoutAtEnd(text, '\n');
  const breaks = text.length - content.length;
  const chomping = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  // If the first line does not show the indentation of the text, an indicator is needed.
  const indent = /^[ \t\n]/.test(content) ? String(step.length) : '';
  const lines = (indicator === '>' ? content.replace(/\n+/g, '$&\n') : content).replace(/^(?=.)/gm, step);
  const written = `${indicator}${indent}${chomping}\n${lines}${'\n'.repeat(Math.max(0, breaks - 1))}`;
  const source = `x: ${written}\ny: 1\n`;
  const { root, problems } = parseYaml(source);
  const value = root?.kind === 'map' ? root.pairs[0]?.value : undefined;
  const isSame = problems.length === 0 && value?.kind === 'scalar' && value.value === text;
  return isSame && loaderProblems(source, root).length === 0 ? written : undefined;
}
