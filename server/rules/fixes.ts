import { msg } from '../text/message';
import { isNearSpelling } from '../text/nearest';
import type { Range } from '../text/range';
import type { Unit } from '../yaml/unit';
import type { Fix, Subject } from './rule';

/**
 * One fix for each name that may be meant in place of the text of a range. A single one is preferred, unless it is known
 * that so much of the text differs that the name is a guess.
 */
export function renameFixes(range: Range & { readonly text?: string }, names: readonly string[]): Fix[] {
  const { start, end, text } = range;
  const [first = ''] = names;
  const preferred = names.length === 1 && (text === undefined || isNearSpelling(text, first));
  return names.map((name) => ({
    title: msg`Change to \`${name}\``,
    edits: [{ range: { start, end }, text: name }],
    preferred,
    excludeFromFixAll: true,
  }));
}

/** The same for names that are not near, and only may be meant. */
export function guessFixes(range: Range, names: readonly string[]): Fix[] {
  return renameFixes(range, names).map((fix) => ({ ...fix, preferred: false }));
}

/** Changes of a unit as a part of a fix, whether it is the unit of the finding or another. */
export function fixEdits(
  subject: Subject,
  at: { readonly source: string; readonly unit: Unit },
  edits: Fix['edits'],
): Pick<Fix, 'edits' | 'elsewhere'> {
  if (at.unit === subject.unit) return { edits };
  return { edits: [], elsewhere: [{ source: at.source, unit: at.unit, edits }] };
}
