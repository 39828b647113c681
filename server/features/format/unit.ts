import { LatestResult } from '../../engine/latest-result';
import { applyChanges } from '../../text/apply';
import type { TextChange } from '../../text/line-diff';
import { matchedText, withoutAtEnd } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { Unit } from '../../yaml/cut/unit';
import { parseYaml } from '../../yaml/read/parse';
import { isEquivalentYaml } from '../../yaml/tree/equivalence';
import { indentContinuations, revertUnneededChanges } from './keep';
import { flattenLists } from './lists';
import { mask, unmask } from './mask';
import type { ParsedText } from './parsed-text';
import type { FormatOptions, PrintYaml } from './printer';
import type { WritingStyle } from './style';

/** The target style for the units of a document. */
export interface FormatPlan {
  readonly style: WritingStyle;
  readonly options: FormatOptions;
  readonly print: PrintYaml;
}

/** A unit's new text, or why it is unchanged. */
type Formatted = { readonly text: string } | { readonly failure: Message };

/** Wide enough that nothing is ever folded. */
const NO_WIDTH = 1_000_000_000;

const formattedUnits = new LatestResult<Unit, string, Formatted>();

/**
 * Formats a unit of YAML. The new text has the same data and comments as the old one; otherwise the unit is
 * unchanged. Cached by unit, so that formatting a file repeatedly only costs the edited units.
 */
export async function formatUnit(unit: Unit, plan: FormatPlan): Promise<Formatted> {
  const key = JSON.stringify([plan.style, plan.options]);
  const known = formattedUnits.get(unit);
  if (known?.argument === key) return known.value;
  const formatted = await formatText(unit, plan);
  formattedUnits.set(unit, key, formatted);
  return formatted;
}

async function formatText(unit: Unit, plan: FormatPlan): Promise<Formatted> {
  const { style } = plan;
  const text = unit.text.replace(/\r\n?/g, '\n');
  const withBreaks = (fresh: string) => ({ text: fresh.replace(/\n/g, style.lineBreak) });
  if (unit.kind === 'head' || unit.kind === 'states')
    return withBreaks(printedComments(unit, text, style.indent));
  const { front, body, frame } = partsToPrint(unit, text);
  try {
    const written = body === unit.text ? { text: body, root: unit.parsed.root } : read(body, unit);
    const continued = indentContinuations(written, style.indent);
    const readable = continued.length === 0 ? written : read(applyChanges(body, continued), unit);
    const fresh = await printed(readable, frame, unit, plan);
    if (fresh === undefined || !isEquivalentYaml(written, fresh))
      return { failure: msg('formatting would change its meaning') };
    return withBreaks(front + withLastBlank(body, fresh.text));
  } catch (error) {
    return { failure: msg`${error instanceof Error ? matchedText(error.message, /^.*/) : String(error)}` };
  }
}

/** The formatted text without its frame; undefined if the frame is lost. */
async function printed(
  original: ParsedText,
  frame: string,
  unit: Unit,
  plan: FormatPlan,
): Promise<ParsedText | undefined> {
  const { style, options, print } = plan;
  const { text, pieces } = mask(original, options.printWidth === undefined);
  const written = pieces.length === 0 ? original : read(text, unit);
  const raw = await print(frame + text, {
    indent: style.indent,
    printWidth: options.printWidth ?? NO_WIDTH,
    singleQuote: options.singleQuote ?? false,
    bracketSpacing: options.bracketSpacing ?? style.bracketSpacing,
  });
  if (!raw.startsWith(frame)) return undefined;
  const changed = (now: ParsedText, changes: readonly TextChange[]) =>
    changes.length === 0 ? now : read(applyChanges(now.text, changes), unit);
  const first = read(raw.slice(frame.length), unit);
  const kept = changed(first, revertUnneededChanges(written, first, style.indent, options));
  const placed = style.flatLists ? changed(kept, flattenLists(kept)) : kept;
  return pieces.length === 0 ? placed : read(unmask(placed, pieces), unit);
}

function read(text: string, { limits }: Unit): ParsedText {
  return { text, root: parseYaml(text, limits).root };
}

/**
 * The parts of a unit to print: `frame` and `body`. A state needs a key above it to keep its depth. `front` is the
 * document marker at the start, which the printer would drop.
 */
function partsToPrint(unit: Unit, text: string): { front: string; body: string; frame: string } {
  if (unit.kind === 'state') return { front: '', body: text, frame: 'states:\n' };
  const front = matchedText(text, /^(?:(?:[ \t]*#.*|[ \t]*)\n)*---[ \t]*(?:#.*)?\n/);
  return { front, body: text.slice(front.length), frame: '' };
}

/** The comments above the first key or above `states:`. */
function printedComments(unit: Unit, text: string, indent: number): string {
  const lines = text.split('\n').map((line) => {
    const comment = unit.kind === 'states' ? /^ +(#.*)$/.exec(line)?.[1] : undefined;
    // Only these are white space in YAML: other characters that JavaScript trims may be a value.
    return withoutAtEnd(comment === undefined ? line : ' '.repeat(indent) + comment, ' \t');
  });
  const joined = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return unit.kind === 'head' ? joined.replace(/^\n+/, '') : joined;
}

/** Preserves a blank line at the end of a unit, or the absence of a line break. */
function withLastBlank(before: string, after: string): string {
  if (/\n[ \t]*\n[ \t]*$/.test(before) && !/\n\n$/.test(after)) return `${after}\n`;
  return before.endsWith('\n') || !/[^\n]\n$/.test(after) ? after : after.slice(0, -1);
}
