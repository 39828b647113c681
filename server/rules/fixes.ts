import type { Address } from '../project/files/paths';
import { msg } from '../text/message';
import { isNearSpelling } from '../text/nearest';
import type { Range } from '../text/range';
import type { Unit } from '../yaml/cut/unit';
import type { Fix, Subject } from './rule';

/**
 * Fixes that replace the text of a range by each of these names. A single name is preferred if its spelling is near, or
 * the current text is not given.
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

/** Like `renameFixes`, for names that are only guesses: none is preferred. */
export function guessFixes(range: Range, names: readonly string[]): Fix[] {
  return renameFixes(range, names).map((fix) => ({ ...fix, preferred: false }));
}

/** Edits of a unit as part of a fix: of the finding's own unit, or of another one. */
export function fixEdits(
  subject: Subject,
  at: { readonly source: Address; readonly unit: Unit },
  edits: Fix['edits'],
): Pick<Fix, 'edits' | 'elsewhere'> {
  if (at.unit === subject.unit) return { edits };
  return { edits: [], elsewhere: [{ source: at.source, unit: at.unit, edits }] };
}
