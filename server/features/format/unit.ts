import { applyChanges } from '../../text/apply';
import type { Unit } from '../../yaml/document';
import { parseYaml } from '../../yaml/parse';
import { saysTheSame } from '../../yaml/same-data';
import { keepAsWritten, type Read } from './keep';
import { flattenLists } from './lists';
import type { FormatWishes, PrintYaml } from './printer';
import type { Style } from './style';

/** How the units of one document are to be written. */
export interface Plan {
  readonly style: Style;
  readonly wishes: FormatWishes;
  readonly print: PrintYaml;
}

/** A unit's new text, or why it is left as it is. */
export type Formatted = { readonly text: string } | { readonly failure: string };

/** Wide enough that nothing is ever folded. */
const NO_WIDTH = 1_000_000_000;

const cache = new WeakMap<Unit, { readonly key: string; readonly formatted: Formatted }>();

/**
 * Prints a unit of YAML anew. The new text says the very same as the old one and has the same comments; if it
 * would not, the unit is left as it is. Remembered for the unit, so that a file that is formatted again and again
 * costs what was changed in between.
 */
export async function formatUnit(unit: Unit, plan: Plan): Promise<Formatted> {
  const key = JSON.stringify([plan.style, plan.wishes]);
  const known = cache.get(unit);
  if (known?.key === key) return known.formatted;
  const formatted = await formatText(unit, plan);
  cache.set(unit, { key, formatted });
  return formatted;
}

async function formatText(unit: Unit, plan: Plan): Promise<Formatted> {
  const { style } = plan;
  const text = unit.text.replace(/\r\n/g, '\n');
  if (text.includes('\r')) return { failure: 'a line ends in a lone carriage return' };
  const withBreaks = (fresh: string) => ({ text: fresh.replace(/\n/g, style.lineBreak) });
  if (unit.kind === 'head' || unit.kind === 'states') return withBreaks(tidied(unit, text, style.indent));
  const { front, body, frame } = framed(unit, text);
  const written = read(frame + body, unit);
  try {
    const fresh = await printed(written, unit, plan);
    if (!fresh.startsWith(frame)) return { failure: 'its first line would be lost' };
    if (!saysTheSame(written, read(fresh, unit))) return { failure: 'it would not say the same' };
    return withBreaks(front + withLastBlank(body, fresh.slice(frame.length)));
  } catch (error) {
    return { failure: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

async function printed(written: Read, unit: Unit, { style, wishes, print }: Plan): Promise<string> {
  const raw = await print(written.text, {
    indent: style.indent,
    printWidth: wishes.printWidth ?? NO_WIDTH,
    singleQuote: wishes.singleQuote ?? false,
    bracketSpacing: wishes.bracketSpacing ?? style.bracketSpacing,
  });
  const kept = applyChanges(raw, keepAsWritten(written, read(raw, unit), style.indent, wishes));
  return style.flatLists ? applyChanges(kept, flattenLists(read(kept, unit))) : kept;
}

function read(text: string, { limits }: Unit): Read {
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
