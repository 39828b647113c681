import { LatestResult } from '../../engine/latest-result';
import { applyChanges } from '../../text/apply';
import type { TextChange } from '../../text/line-diff';
import { type Message, msg } from '../../text/message';
import { isEquivalentYaml } from '../../yaml/equivalence';
import { parseYaml } from '../../yaml/parse';
import type { Unit } from '../../yaml/unit';
import { keepAsWritten, maskFlow, type ParsedText, unmaskFlow } from './keep';
import { flattenLists } from './lists';
import type { FormatOptions, PrintYaml } from './printer';
import type { WritingStyle } from './style';

/** How the units of one document are to be written. */
export interface FormatPlan {
  readonly style: WritingStyle;
  readonly wishes: FormatOptions;
  readonly print: PrintYaml;
}

/** A unit's new text, or why it is left as it is. */
type Formatted = { readonly text: string } | { readonly failure: Message };

/** Wide enough that nothing is ever folded. */
const NO_WIDTH = 1_000_000_000;

const formattedUnits = new LatestResult<Unit, string, Formatted>();

/**
 * Prints a unit of YAML anew. The new text says the very same as the old one and has the same comments; if it
 * would not, the unit is left as it is. Remembered for the unit, so that a file that is formatted again and again
 * costs what was changed in between.
 */
export async function formatUnit(unit: Unit, plan: FormatPlan): Promise<Formatted> {
  const key = JSON.stringify([plan.style, plan.wishes]);
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
  if (unit.kind === 'head' || unit.kind === 'states') return withBreaks(tidied(unit, text, style.indent));
  const { front, body, frame } = framed(unit, text);
  try {
    const written = body === unit.text ? { text: body, root: unit.parsed.root } : read(body, unit);
    const fresh = await printed(written, frame, unit, plan);
    if (fresh === undefined || !isEquivalentYaml(written, fresh))
      return { failure: msg('formatting would change its meaning') };
    return withBreaks(front + withLastBlank(body, fresh.text));
  } catch (error) {
    return { failure: msg`${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}` };
  }
}

/** The text as it is to be, without its frame; undefined where the frame is lost. */
async function printed(
  original: ParsedText,
  frame: string,
  unit: Unit,
  plan: FormatPlan,
): Promise<ParsedText | undefined> {
  const { style, wishes, print } = plan;
  const { text, pieces } =
    wishes.printWidth === undefined ? maskFlow(original) : { text: original.text, pieces: [] };
  const written = pieces.length === 0 ? original : read(text, unit);
  const raw = await print(frame + text, {
    indent: style.indent,
    printWidth: wishes.printWidth ?? NO_WIDTH,
    singleQuote: wishes.singleQuote ?? false,
    bracketSpacing: wishes.bracketSpacing ?? style.bracketSpacing,
  });
  if (!raw.startsWith(frame)) return undefined;
  const changed = (now: ParsedText, changes: readonly TextChange[]) =>
    changes.length === 0 ? now : read(applyChanges(now.text, changes), unit);
  const first = read(raw.slice(frame.length), unit);
  const kept = changed(first, keepAsWritten(written, first, style.indent, wishes));
  const placed = style.flatLists ? changed(kept, flattenLists(kept)) : kept;
  return pieces.length === 0 ? placed : read(unmaskFlow(placed.text, pieces), unit);
}

function read(text: string, { limits }: Unit): ParsedText {
  return { text, root: parseYaml(text, limits).root };
}

/**
 * What is printed of a unit: `frame` and `body`. A state needs a key above it to keep its depth; the mark at the
 * start of a document, which printers drop, is left out as `front`.
 */
function framed(unit: Unit, text: string): { front: string; body: string; frame: string } {
  if (unit.kind === 'state') return { front: '', body: text, frame: 'states:\n' };
  const front = /^(?:(?:[ \t]*#.*|[ \t]*)\n)*---[ \t]*(?:#.*)?\n/.exec(text)?.[0] ?? '';
  return { front, body: text.slice(front.length), frame: '' };
}

/** The lines above the first key, or of `states:` itself: nothing there but comments. */
function tidied(unit: Unit, text: string, indent: number): string {
  const lines = text.split('\n').map((line) => {
    const comment = unit.kind === 'states' ? /^ +(#.*)$/.exec(line)?.[1] : undefined;
    return (comment === undefined ? line : ' '.repeat(indent) + comment).trimEnd();
  });
  const joined = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return unit.kind === 'head' ? joined.replace(/^\n+/, '') : joined;
}

/** A unit that ended in a blank line, apart from the next one, still does; one that ended within a line, too. */
function withLastBlank(before: string, after: string): string {
  if (/\n[ \t]*\n[ \t]*$/.test(before) && !/\n\n$/.test(after)) return `${after}\n`;
  return before.endsWith('\n') || !/[^\n]\n$/.test(after) ? after : after.slice(0, -1);
}
