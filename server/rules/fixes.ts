import { msg } from '../text/message';
import type { Range } from '../text/range';
import type { Unit } from '../yaml/unit';
import type { Fix, Subject } from './rule';

/** One fix for each name that may be meant in place of the text of a range. */
export function renameFixes(range: Range, names: readonly string[]): Fix[] {
  return names.map((name) => ({
    title: msg`Change to \`${name}\``,
    edits: [{ range, text: name }],
    preferred: names.length === 1,
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
